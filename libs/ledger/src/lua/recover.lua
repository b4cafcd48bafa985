#!lua
--[[
  Carries out an operator's act on the ledger of a halted partition: moves its position, or empties
  it to be folded again; all of it, once, or nothing. It changes no balance; it can only delete all.

  Input
    KEYS[1] position   hash: offset, commit, anchor, head, block, partitions, cluster, refusals,
                       newestMs, halted, counted, sent
    KEYS[2] accounts   deleted when the ledger is emptied, as are all keys after it
    KEYS[3] jackpots
    KEYS[4] tables
    KEYS[5] values
    KEYS[6] outbox
    KEYS[7...]         sorted sets of awards
    ARGV[1] the position that the operator saw
    ARGV[2] the journal's head that the operator saw
    ARGV[3] '1' to empty the ledger, '0' to keep it
    ARGV[4] the position to go on from
    ARGV[5] anchor there; '' for none
    ARGV[6] hash of the journal's block for this act
    ARGV[7] number of that block
    ARGV[8] partitions of the log
    ARGV[9] id of the log's cluster
    ARGV[10] where the ledger is emptied: the offset before which the metrics have counted the records
    ARGV[11] place of the act's block on the journal's topic: partition/offset

  Output
    { 'ok' }
    { 'fenced', offset }       the ledger is not what the operator saw; nothing was written
    { 'refused', sentence }    the ledger cannot take it; nothing was written
]]
-- @include checks.lua
-- @include permissions.lua

local positionKey = KEYS[1]
local seenOffset, seenHead, empties = ARGV[1], ARGV[2], ARGV[3]
local newOffset, anchor, head, block = ARGV[4], ARGV[5], ARGV[6], ARGV[7]
local partitions, cluster, counted, place = ARGV[8], ARGV[9], ARGV[10], ARGV[11]

if #ARGV ~= 11 or #KEYS < 6 or (empties ~= '0' and empties ~= '1') or not isNatural(counted) then
  return { 'refused', 'the arguments are not those of a recovery' }
end
local needed = {
  { 'TYPE', positionKey },
  { 'HMGET', positionKey, 'field' },
  { 'HDEL', positionKey, 'field' },
  { 'HSET', positionKey, 'field', 'value' },
}
if empties == '1' then
  for index = 2, #KEYS do needed[#needed + 1] = { 'DEL', KEYS[index] } end
end
local deniedCommand, deniedKey = firstDenied(needed)
if deniedCommand then
  return { 'refused', 'the user of REDIS_URL may not ' .. deniedCommand .. ' ' .. deniedKey }
end
local positionFault = wrongType(positionKey, 'hash')
if positionFault then return { 'refused', positionFault } end

local position = redis.call('HMGET', positionKey, 'offset', 'head')
local currentOffset = position[1] or '0'
local currentHead = position[2] or string.rep('0', 64)
if currentOffset ~= seenOffset or currentHead ~= seenHead then
  return { 'fenced', currentOffset }
end

local isOffset = isNatural(newOffset)
local isBack = isOffset and isLess(newOffset, currentOffset)
if not isOffset or (empties == '1' and newOffset ~= '0') or (empties == '0' and isBack) then
  return { 'refused', 'the position cannot go from ' .. currentOffset .. ' to ' .. newOffset }
end

-- After this point the recovery must succeed.
if empties == '1' then
  for index = 2, #KEYS do redis.call('DEL', KEYS[index]) end
end
redis.call('HDEL', positionKey, 'commit', 'anchor', 'halted')
redis.call('HSET', positionKey, 'offset', newOffset, 'head', head, 'block', block,
  'partitions', partitions, 'cluster', cluster, 'sent', block .. '/' .. place)
if empties == '1' then
  redis.call('HDEL', positionKey, 'refusals', 'newestMs', 'authority')
  redis.call('HSET', positionKey, 'counted', counted)
end
if anchor ~= '' then redis.call('HSET', positionKey, 'anchor', anchor) end
return { 'ok' }
