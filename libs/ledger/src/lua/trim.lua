#!lua
--[[
  Deletes sent messages from the outbox of a partition.

  When Redis has gone back in time, records are committed again in other cuts, and another message
  can get the same outbox id. So an entry is deleted only if it has the id of the message sent.

  Input
    KEYS[1] outbox  stream: messages for the output topics, not sent yet
    ARGV            n times: outbox id, message id

  Output
    how many were deleted
]]
local outboxKey = KEYS[1]

local deleted = 0
for index = 1, #ARGV, 2 do
  local outboxId, messageId = ARGV[index], ARGV[index + 1]
  local entry = redis.call('XRANGE', outboxKey, outboxId, outboxId)[1]
  local fields = entry and entry[2] or {}
  for field = 1, #fields, 2 do
    if fields[field] == 'id' and fields[field + 1] == messageId then
      deleted = deleted + redis.call('XDEL', outboxKey, outboxId)
    end
  end
end
return deleted
