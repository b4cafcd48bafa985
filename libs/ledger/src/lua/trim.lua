#!lua
--[[
  Deletes sent commits from the outbox of a partition, and remembers where its newest block is.

  When Redis has gone back in time, records are committed again in other cuts, and another commit can
  have the same outbox ids, and messages with the same ids among others. So a commit is deleted only
  if its block still stands at its place, and then whole: the block covers all of its messages.

  Input
    KEYS[1] outbox    stream: messages for the output topics, not sent yet
    KEYS[2] position  hash; `sent` is <block>/<partition of the journal's topic>/<offset there>
    ARGV[1] number of the block of the last commit
    ARGV[2] its place on the journal's topic: partition/offset
    ARGV    n times: outbox id of a commit's first message and of its block, message id of its block

  Output
    how many messages were deleted
]]
-- @include checks.lua

local outboxKey, positionKey = KEYS[1], KEYS[2]
local block, place = ARGV[1], ARGV[2]

local deleted, isLastDeleted = 0, false
for index = 3, #ARGV, 3 do
  local first, last, blockId = ARGV[index], ARGV[index + 1], ARGV[index + 2]
  local entry = redis.call('XRANGE', outboxKey, last, last)[1]
  local fields = entry and entry[2] or {}
  isLastDeleted = false
  for field = 1, #fields, 2 do
    if fields[field] == 'id' and fields[field + 1] == blockId then isLastDeleted = true end
  end
  if isLastDeleted then
    for _, sent in ipairs(redis.call('XRANGE', outboxKey, first, last)) do
      deleted = deleted + redis.call('XDEL', outboxKey, sent[1])
    end
  end
end

-- An operator's act is on the topic before the blocks that waited here when it was done.
local known = string.match(redis.call('HGET', positionKey, 'sent') or '0', '^%d+')
if isLastDeleted and (not known or isLess(known, block)) then
  redis.call('HSET', positionKey, 'sent', block .. '/' .. place)
end
return deleted
