-- Compares two decimal strings without a sign; as numbers, large ones would be rounded first.
local function isLess(a, b)
  if #a ~= #b then return #a < #b end
  return a < b
end

-- Redis reads integers only in this form: no plus sign, no leading zeros, no -0.
local function isNatural(text)
  return text == '0' or string.match(text, '^[1-9]%d*$') ~= nil
end

-- An offset and a head as the ledger is read: an invalid value counts as missing.
local function offsetOf(text)
  if text and isNatural(text) and #text <= 15 then return text end
  return '0'
end
local function headOf(text)
  if text and #text == 64 and not string.find(text, '[^0-9a-f]') then return text end
  return string.rep('0', 64)
end

-- Returns the sentence that refuses a key of another type; nothing if the key is absent or right.
local function wrongType(key, wanted)
  local found = redis.call('TYPE', key).ok
  if found ~= 'none' and found ~= wanted then return key .. ' is a ' .. found end
end
