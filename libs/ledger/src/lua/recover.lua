#!lua
--[[
  Carries out an operator's act on the ledger of a halted partition: moves its position, empties it
  to be folded again, or puts the content of a checkpoint in its place; all of it, once, or nothing.
  It changes no single balance.

  Input
    KEYS[1] position   hash: offset, commit, anchor, head, block, partitions, cluster, refusals,
                       newestMs, authority, build, halted, counted, sent
    KEYS[2] outbox     deleted unless the ledger is kept, as are all keys after it
    KEYS[3] accounts
    KEYS[4] jackpots
    KEYS[5] tables
    KEYS[6] claims
    KEYS[7] values
    KEYS[8] meters
    KEYS[9...]         sorted sets of awards; to restore, behind them what was staged for KEYS[3...],
                       in the same order
    ARGV[1] the position that the operator saw
    ARGV[2] the journal's head that the operator saw
    ARGV[3] 'keep', 'empty' or 'restore'
    ARGV[4] the position to go on from
    ARGV[5] anchor there; '' for none
    ARGV[6] hash of the journal's block for this act
    ARGV[7] number of that block
    ARGV[8] partitions of the log
    ARGV[9] id of the log's cluster
    ARGV[10] unless the ledger is kept: the offset before which the metrics have counted the records
    ARGV[11] place of the act's block on the journal's topic: partition/offset
    ARGV[12...15] to restore: newestMs, refusals, authority, build; '' for none
    ARGV[16...]   to restore: how many entries are staged for each of KEYS[3...]

  Output
    { 'ok' }
    { 'fenced', offset }       the ledger is not what the operator saw; nothing was written
    { 'refused', sentence }    the ledger cannot take it; nothing was written
]]
-- @include checks.lua
-- @include permissions.lua

local positionKey = KEYS[1]
local seenOffset, seenHead, mode = ARGV[1], ARGV[2], ARGV[3]
local newOffset, anchor, head, block = ARGV[4], ARGV[5], ARGV[6], ARGV[7]
local partitions, cluster, counted, place = ARGV[8], ARGV[9], ARGV[10], ARGV[11]
local isKept, isRestored = mode == 'keep', mode == 'restore'

-- Number of keys that hold the ledger besides position and outbox.
local held = #KEYS - 2
if isRestored then held = held / 2 end
local isWhole = held >= 6 and held % 1 == 0 and #ARGV == (isRestored and 15 + held or 11)
if not isWhole or not (isKept or isRestored or mode == 'empty') or not isNatural(counted) then
  return { 'refused', 'the arguments are not those of a recovery' }
end

local needed = {
  { 'TYPE', positionKey },
  { 'HMGET', positionKey, 'field' },
  { 'HDEL', positionKey, 'field' },
  { 'HSET', positionKey, 'field', 'value' },
}
if not isKept then
  for index = 2, 2 + held do needed[#needed + 1] = { 'DEL', KEYS[index] } end
end
if isRestored then
  for index = 3, 2 + held do
    local staged = KEYS[index + held]
    needed[#needed + 1] = { index <= 8 and 'HLEN' or 'ZCARD', staged }
    needed[#needed + 1] = { 'RENAME', staged, KEYS[index] }
  end
end
local deniedCommand, deniedKey = firstDenied(needed)
if deniedCommand then
  return { 'refused', 'the user of REDIS_URL may not ' .. deniedCommand .. ' ' .. deniedKey }
end
local positionFault = wrongType(positionKey, 'hash')
if positionFault then return { 'refused', positionFault } end

local position = redis.call('HMGET', positionKey, 'offset', 'head')
local currentOffset = offsetOf(position[1])
local currentHead = headOf(position[2])
if currentOffset ~= seenOffset or currentHead ~= seenHead then
  return { 'fenced', currentOffset }
end

local isOffset = isNatural(newOffset)
local isBack = isOffset and isLess(newOffset, currentOffset)
if not isOffset or (mode == 'empty' and newOffset ~= '0') or (isKept and isBack) then
  return { 'refused', 'the position cannot go from ' .. currentOffset .. ' to ' .. newOffset }
end
if isRestored then
  for index = 3, 2 + held do
    local staged, wanted = KEYS[index + held], ARGV[13 + index]
    local fault = wrongType(staged, index <= 8 and 'hash' or 'zset')
    if fault then return { 'refused', fault } end
    local count = tostring(redis.call(index <= 8 and 'HLEN' or 'ZCARD', staged))
    if count ~= wanted then
      return { 'refused', staged .. ' has ' .. count .. ' entries in place of ' .. wanted }
    end
  end
end

-- After this point the recovery must succeed.
if not isKept then
  for index = 2, 2 + held do redis.call('DEL', KEYS[index]) end
end
redis.call('HDEL', positionKey, 'commit', 'anchor', 'halted')
redis.call('HSET', positionKey, 'offset', newOffset, 'head', head, 'block', block,
  'partitions', partitions, 'cluster', cluster, 'sent', block .. '/' .. place)
if not isKept then
  redis.call('HDEL', positionKey, 'refusals', 'newestMs', 'authority')
  redis.call('HSET', positionKey, 'counted', counted)
end
if isRestored then
  for index, field in ipairs({ 'newestMs', 'refusals', 'authority', 'build' }) do
    local text = ARGV[11 + index]
    if text == '' then
      redis.call('HDEL', positionKey, field)
    else
      redis.call('HSET', positionKey, field, text)
    end
  end
  for index = 3, 2 + held do
    if ARGV[13 + index] ~= '0' then redis.call('RENAME', KEYS[index + held], KEYS[index]) end
  end
end
if anchor ~= '' then redis.call('HSET', positionKey, 'anchor', anchor) end
return { 'ok' }
