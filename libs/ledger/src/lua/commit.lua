#!lua
--[[
  Commits one batch of the log to the ledger of its partition: all of it, once, or nothing.

  Knows the ledger, never the law, and does no arithmetic on money but HINCRBY. Amounts are decimal
  strings of micro-units, offsets decimal strings.

  Input
    KEYS[1] position   hash: offset, commit, anchor, head, block, partitions, cluster, refusals,
                       newestMs, authority, build, sent, halted
    KEYS[2] accounts   hash: <jackpot>/<account> -> balance
    KEYS[3] jackpots   hash: <jackpot> -> configuration and state, JSON
    KEYS[4] tables     hash: <jackpot>/<table> -> state of its rounds, JSON
    KEYS[5] claims     hash: <award> -> what is remembered of it, JSON
    KEYS[6] values     hash: <jackpot> -> newest value message, JSON
    KEYS[7] meters     hash: <jackpot> -> what each cause has posted, JSON;
                       <jackpot>/closed -> what it was when a day was closed last
    KEYS[8] outbox     stream: messages for the output topics, not sent yet
    KEYS[9] frames     shard channel of the sign gateways
    KEYS[10...]        sorted sets of the awards in claims by offset, one for each jackpot of these
    ARGV[1]  the position that the batch begins at
    ARGV[2]  commit id, new for each commit
    ARGV[3]  the position after the batch
    ARGV[4]  anchor: hash of the batch's last record
    ARGV[5]  hash of the journal's block for this commit
    ARGV[6]  number of that block
    ARGV[7]  partitions of the log
    ARGV[8]  id of the log's cluster
    ARGV[9]  hash of the journal's block before it
    ARGV[10] counts of the refusals of the running window
    ARGV[11] Kafka time of the batch's last record, ms
    ARGV[12] who may sign, JSON; empty where it does not change
    ARGV[13] the build that commits; empty where it made the commit before too
    ARGV[14] where that block is on the journal's topic: partition/offset
    ARGV[15] n, then n times: account field, delta
    then     n, then n times: jackpot, JSON
    then     n, then n times: table field, JSON
    then     n, then n times: index into KEYS, offset, award, JSON; empty where it is forgotten
    then     n, then n times: jackpot, value message
    then     n, then n times: field of the meters, JSON
    then     n, then n times: outbox id, topic kind, key, message id, message
    then     n, then n times: frame

  Output
    { 'ok', field, balance, field, balance, ... }  the touched accounts as they are now
    { 'duplicate' }                                this commit was done before
    { 'fenced', offset }                           another instance has moved the ledger
    { 'refused', sentence }                        the ledger cannot take it; nothing was written
    { 'denied', command, key }                     the user of this connection may not run the command
                                                   on the key; nothing was written
]]
-- @include checks.lua
-- @include permissions.lua

local positionKey, accountsKey, jackpotsKey = KEYS[1], KEYS[2], KEYS[3]
local tablesKey, claimsKey, valuesKey = KEYS[4], KEYS[5], KEYS[6]
local metersKey, outboxKey, framesChannel = KEYS[7], KEYS[8], KEYS[9]

local expectedOffset, commitId, newOffset = ARGV[1], ARGV[2], ARGV[3]
local anchor, head, block = ARGV[4], ARGV[5], ARGV[6]
local partitions, cluster = ARGV[7], ARGV[8]
local expectedHead, refusals, newestMs = ARGV[9], ARGV[10], ARGV[11]
local authority, build, place = ARGV[12], ARGV[13], ARGV[14]

local function isCount(text)
  return text ~= nil and string.match(text, '^%d+$') ~= nil and #text < 10
end
local cursor, isComplete = 15, true
local function section(width)
  local count = isCount(ARGV[cursor]) and tonumber(ARGV[cursor])
  if not count then isComplete = false end
  local first = cursor + 1
  local last = cursor + (count or 0) * width
  cursor = last + 1
  return { first = first, last = last, width = width }
end
local deltas, jackpots, tables = section(2), section(2), section(2)
local claims, values, meters = section(4), section(2), section(2)
local outbox, frames = section(5), section(1)
if not isComplete or frames.last ~= #ARGV then
  return { 'refused', 'the arguments are not those of a commit' }
end

-- Checks rights and types only of keys that are written. Commands that read run before the first
-- write, so they need no check; frames are not part of the ledger.
local needed = { { 'HSET', positionKey, 'field', 'value' } }
local written = {}
local function writes(entries, wanted, command, key, ...)
  if entries.first > entries.last then return end
  written[#written + 1] = { key, wanted }
  needed[#needed + 1] = { command, key, ... }
end
writes(deltas, 'hash', 'HINCRBY', accountsKey, 'field', '0')
writes(jackpots, 'hash', 'HSET', jackpotsKey, 'field', 'value')
writes(tables, 'hash', 'HSET', tablesKey, 'field', 'value')
writes(claims, 'hash', 'HSET', claimsKey, 'field', 'value')
writes(claims, 'hash', 'HDEL', claimsKey, 'field')
writes(values, 'hash', 'HSET', valuesKey, 'field', 'value')
writes(meters, 'hash', 'HSET', metersKey, 'field', 'value')
writes(outbox, 'stream', 'XADD', outboxKey, '*', 'field', 'value')
for index = 10, #KEYS do
  written[#written + 1] = { KEYS[index], 'zset' }
  needed[#needed + 1] = { 'ZADD', KEYS[index], '0', 'award' }
  needed[#needed + 1] = { 'ZREM', KEYS[index], 'award' }
end
local deniedCommand, deniedKey = firstDenied(needed)
if deniedCommand then return { 'denied', deniedCommand, deniedKey } end

local positionFault = wrongType(positionKey, 'hash')
if positionFault then return { 'refused', positionFault } end

local position = redis.call('HMGET', positionKey, 'offset', 'commit', 'head', 'halted', 'newestMs')
local currentOffset = position[1] or '0'
if currentOffset == newOffset and position[2] == commitId then return { 'duplicate' } end
if currentOffset ~= expectedOffset then return { 'fenced', currentOffset } end
-- After a fail-over another cut of the same records may have reached the same position. The
-- accounts are then the same, but this block would name a lost block as its previous one.
local currentHead = position[3] or string.rep('0', 64)
if currentHead ~= expectedHead then return { 'fenced', currentOffset } end
if position[4] then return { 'refused', 'the partition is marked as halted: ' .. position[4] } end

for _, each in ipairs(written) do
  local fault = wrongType(each[1], each[2])
  if fault then return { 'refused', fault } end
end
if not isNatural(newOffset) or not isLess(currentOffset, newOffset) then
  return { 'refused', 'the position cannot go from ' .. currentOffset .. ' to ' .. newOffset }
end

local timeBefore = position[5] or '0'
if not isNatural(newestMs) or isLess(newestMs, timeBefore) then
  return { 'refused', 'the time cannot go from ' .. timeBefore .. ' to ' .. newestMs }
end

-- Two magnitudes of up to half of int64 cannot exceed it in sum, so HINCRBY cannot fail halfway.
local halfOfInt64 = '4611686018427387903'
local function inRange(amount)
  local digits = string.match(amount, '^%-?([1-9]%d*)$')
  return amount == '0' or (digits ~= nil and not isLess(halfOfInt64, digits))
end
-- Each call of Redis costs more than one of its fields. Lua's stack holds some thousand arguments.
local fieldsOfCall = 1000
local accounts = {}
for index = deltas.first, deltas.last, 2 do accounts[#accounts + 1] = ARGV[index] end
local function balancesNow()
  local balances = {}
  for first = 1, #accounts, fieldsOfCall do
    local last = math.min(first + fieldsOfCall - 1, #accounts)
    local found = redis.call('HMGET', accountsKey, unpack(accounts, first, last))
    for index = first, last do balances[index] = found[index - first + 1] end
  end
  return balances
end
local before = balancesNow()
local isChanged = {}
for number, field in ipairs(accounts) do
  local delta = ARGV[deltas.first + 2 * number - 1]
  if isChanged[field] then return { 'refused', field .. ' would be changed twice' } end
  isChanged[field] = true
  local balance = before[number]
  if not balance then
    local fault = wrongType(jackpotsKey, 'hash')
    if fault then return { 'refused', fault } end
    local jackpot = string.match(field, '^(.*)/') or field
    if redis.call('HEXISTS', jackpotsKey, jackpot) == 1 then
      return { 'refused', 'the account ' .. field .. ' is missing' }
    end
    balance = '0'
  end
  if not inRange(balance) then return { 'refused', field .. ' holds ' .. balance } end
  if not inRange(delta) then return { 'refused', field .. ' would be changed by ' .. delta } end
end

-- XADD accepts only growing ids: each must be after the previous one.
local lastOffset, lastIndex
local highestOfUint64 = '18446744073709551615'
local function isIdPart(part)
  return part ~= nil and isNatural(part) and not isLess(highestOfUint64, part)
end
for index = outbox.first, outbox.last, 5 do
  local offset, entryIndex = string.match(ARGV[index], '^(%d+)-(%d+)$')
  if not isIdPart(offset) or not isIdPart(entryIndex) or entryIndex == '0' then
    return { 'refused', ARGV[index] .. ' is no place in the outbox' }
  end
  if lastOffset and (isLess(offset, lastOffset)
      or (offset == lastOffset and not isLess(lastIndex, entryIndex))) then
    return { 'refused', 'the outbox would already be at ' .. lastOffset .. '-' .. lastIndex }
  end
  lastOffset, lastIndex = offset, entryIndex
end

for index = claims.first, claims.last, 4 do
  local keyIndex, offset = tonumber(ARGV[index]), ARGV[index + 1]
  if not keyIndex or keyIndex < 10 or not KEYS[keyIndex] or not isNatural(offset) then
    return { 'refused', 'award ' .. ARGV[index + 2] .. ' has no place' }
  end
end

local function send(call, index)
  return call('XADD', outboxKey, ARGV[index], 'topic', ARGV[index + 1],
    'key', ARGV[index + 2], 'id', ARGV[index + 3], 'value', ARGV[index + 4])
end
-- The first entry is the first write: XADD itself checks that its id is after the stream's last.
if outbox.first <= outbox.last and type(send(redis.pcall, outbox.first)) == 'table' then
  return { 'refused', 'the outbox is already at ' .. ARGV[outbox.first] .. ' or after it' }
end
-- After this point the commit must succeed.
redis.call('HSET', positionKey, 'offset', newOffset, 'commit', commitId, 'anchor', anchor,
  'head', head, 'block', block, 'partitions', partitions, 'cluster', cluster, 'refusals', refusals,
  'newestMs', newestMs, 'sent', block .. '/' .. place)
if authority ~= '' then redis.call('HSET', positionKey, 'authority', authority) end
if build ~= '' then redis.call('HSET', positionKey, 'build', build) end
for number, field in ipairs(accounts) do
  local delta = ARGV[deltas.first + 2 * number - 1]
  if delta ~= '0' or not before[number] then redis.call('HINCRBY', accountsKey, field, delta) end
end
local function setAll(key, entries)
  for first = entries.first, entries.last, 2 * fieldsOfCall do
    local last = math.min(first + 2 * fieldsOfCall - 1, entries.last)
    redis.call('HSET', key, unpack(ARGV, first, last))
  end
end
setAll(jackpotsKey, jackpots)
setAll(tablesKey, tables)
for index = claims.first, claims.last, 4 do
  local awardsKey, offset = KEYS[tonumber(ARGV[index])], ARGV[index + 1]
  local award, text = ARGV[index + 2], ARGV[index + 3]
  if text == '' then
    redis.call('HDEL', claimsKey, award)
    redis.call('ZREM', awardsKey, award)
  else
    redis.call('HSET', claimsKey, award, text)
    redis.call('ZADD', awardsKey, offset, award)
  end
end
setAll(valuesKey, values)
setAll(metersKey, meters)
for index = outbox.first + 5, outbox.last, 5 do send(redis.call, index) end
-- A frame that cannot be published is not a fault of the ledger: the values can still be read.
for index = frames.first, frames.last do
  redis.pcall('SPUBLISH', framesChannel, ARGV[index])
end

local reply = { 'ok' }
local after = balancesNow()
for number, field in ipairs(accounts) do
  reply[#reply + 1] = field
  reply[#reply + 1] = after[number]
end
return reply
