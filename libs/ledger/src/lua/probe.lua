#!lua
--[[
  Finds out whether the user of this connection has all permissions that a partition needs, before
  the first commit: Redis has no rollback, so a command that is denied in a commit leaves half of it.

  Redis checks the permission before the arguments. So each write command gets an argument that Redis
  must refuse: the command is denied, or it fails, but it never writes.

  Input
    KEYS[1] position   KEYS[2] accounts   KEYS[3] jackpots   KEYS[4] tables   KEYS[5] values
    KEYS[6] pulse
    KEYS[7] outbox     stream
    KEYS[8] awards     of a jackpot that does not exist
    KEYS[9] channel    a shard channel without listeners

  Output
    { 'allowed' }
    { 'denied', command, key }   the first that the user may not run
]]
local function isDenied(...)
  local reply = redis.pcall(...)
  local fault = type(reply) == 'table' and reply.err
  -- Redis 7.0 says "can't", later versions say "no permissions".
  return fault and (string.find(fault, "can't", 1, true) or string.find(fault, 'permission', 1, true))
end

for index = 1, 6 do
  local key = KEYS[index]
  if isDenied('TYPE', key) then return { 'denied', 'TYPE', key } end
  if isDenied('HGET', key, 'probe') then return { 'denied', 'HGET', key } end
  if isDenied('HMGET', key, 'probe') then return { 'denied', 'HMGET', key } end
  if isDenied('HEXISTS', key, 'probe') then return { 'denied', 'HEXISTS', key } end
  if isDenied('HSET', key, 'a field', 'its value', 'a field without a value') then
    return { 'denied', 'HSET', key }
  end
  if isDenied('HINCRBY', key, 'probe', 'no number') then return { 'denied', 'HINCRBY', key } end
end

local pulse, outbox, awards, channel = KEYS[6], KEYS[7], KEYS[8], KEYS[9]
if isDenied('PEXPIRE', pulse, 'no number') then return { 'denied', 'PEXPIRE', pulse } end
if isDenied('TYPE', outbox) then return { 'denied', 'TYPE', outbox } end
if isDenied('XINFO', 'STREAM', outbox) then return { 'denied', 'XINFO STREAM', outbox } end
if isDenied('XADD', outbox, 'no id', 'probe', '') then return { 'denied', 'XADD', outbox } end
if isDenied('XRANGE', outbox, '-', '+', 'COUNT', '1') then return { 'denied', 'XRANGE', outbox } end
if isDenied('XDEL', outbox, 'no id') then return { 'denied', 'XDEL', outbox } end
if isDenied('TYPE', awards) then return { 'denied', 'TYPE', awards } end
if isDenied('ZADD', awards, 'no number', 'probe') then return { 'denied', 'ZADD', awards } end
if isDenied('ZREMRANGEBYRANK', awards, 'no number', '0') then
  return { 'denied', 'ZREMRANGEBYRANK', awards }
end
if isDenied('SPUBLISH', channel, 'probe') then return { 'denied', 'SPUBLISH', channel } end
return { 'allowed' }
