#!lua
--[[
  Finds out whether the user of this connection has all permissions that a partition needs. It reads
  and writes nothing.

  Input
    KEYS[1] position   KEYS[2] accounts   KEYS[3] jackpots   KEYS[4] tables   KEYS[5] claims
    KEYS[6] values     KEYS[7] meters     KEYS[8] pulse
    KEYS[9] outbox     stream
    KEYS[10] awards    of a jackpot that does not exist
    KEYS[11] frames    the shard channel of the sign gateways

  Output
    { 'allowed' }
    { 'denied', command, key }   the first that the user may not run
]]
-- @include permissions.lua

local position, accounts, jackpots, tables, claims = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local values, meters, pulse, outbox = KEYS[6], KEYS[7], KEYS[8], KEYS[9]
local awards, frames = KEYS[10], KEYS[11]

local needed = {}
local function needs(...) needed[#needed + 1] = { ... } end
for _, hash in ipairs({ position, accounts, jackpots, tables, claims, values, meters, pulse }) do
  needs('TYPE', hash)
  needs('HGET', hash, 'field')
  needs('HMGET', hash, 'field')
  needs('HEXISTS', hash, 'field')
  needs('HSET', hash, 'field', 'value')
  needs('HINCRBY', hash, 'field', '0')
end
needs('HDEL', claims, 'field')
needs('PEXPIRE', pulse, '1')
needs('TYPE', outbox)
needs('XINFO', 'STREAM', outbox)
needs('XADD', outbox, '*', 'field', 'value')
needs('XRANGE', outbox, '-', '+')
needs('XDEL', outbox, '0-1')
needs('TYPE', awards)
needs('ZADD', awards, '0', 'award')
needs('ZREM', awards, 'award')
needs('SPUBLISH', frames, 'frame')

local command, key = firstDenied(needed)
if command then return { 'denied', command, key } end
return { 'allowed' }
