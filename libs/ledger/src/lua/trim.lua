#!lua
--[[
  Takes messages that were sent out of the outbox of a partition.

  A place alone does not name a message: a Redis that went back in time has the records committed
  again in other cuts, and then the block of another commit can stand where one was read before.
  Only what has the very id that was sent goes.

  Input
    KEYS[1] outbox  stream: what is still to be sent to the output topics
    ARGV            n times: outbox id, message id

  Output
    how many were taken out
]]
local outboxKey = KEYS[1]

local taken = 0
for index = 1, #ARGV, 2 do
  local place, messageId = ARGV[index], ARGV[index + 1]
  local entry = redis.call('XRANGE', outboxKey, place, place)[1]
  local fields = entry and entry[2] or {}
  for field = 1, #fields, 2 do
    if fields[field] == 'id' and fields[field + 1] == messageId then
      taken = taken + redis.call('XDEL', outboxKey, place)
    end
  end
end
return taken
