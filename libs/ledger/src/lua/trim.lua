#!lua
--[[
  Deletes sent commits from the outbox of a partition.

  When Redis has gone back in time, records are committed again in other cuts, and another commit can
  have the same outbox ids, and messages with the same ids among others. So nothing is deleted
  unless the block of the last one still stands at its place. Each block names the one before it and
  covers its messages, whose outbox ids follow from it: if the last is the same, so are those before.

  Input
    KEYS[1] outbox    stream: messages for the output topics, not sent yet
    ARGV[1] outbox id of the block of the last commit
    ARGV[2] its message id
    ARGV    n times: outbox id of a message of these commits

  Output
    how many messages were deleted
]]
local outboxKey = KEYS[1]
local lastOutboxId, lastId = ARGV[1], ARGV[2]

local stands = false
local entry = redis.call('XRANGE', outboxKey, lastOutboxId, lastOutboxId)[1]
local fields = entry and entry[2] or {}
for field = 1, #fields, 2 do
  if fields[field] == 'id' and fields[field + 1] == lastId then stands = true end
end
if not stands then return 0 end

-- `unpack` can pass only a few thousand arguments.
local idsPerCall = 1000
local deleted = 0
for first = 3, #ARGV, idsPerCall do
  local last = math.min(first + idsPerCall - 1, #ARGV)
  deleted = deleted + redis.call('XDEL', outboxKey, unpack(ARGV, first, last))
end
return deleted
