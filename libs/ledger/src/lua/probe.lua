#!lua
--[[
  Finds out whether the user of this connection has all permissions that a partition needs. It reads
  and writes nothing.

  Input
    KEYS[1] position   KEYS[2] accounts   KEYS[3] jackpots   KEYS[4] tables   KEYS[5] values
    KEYS[6] pulse
    KEYS[7] outbox     stream
    KEYS[8] awards     of a jackpot that does not exist
    KEYS[9] frames     the shard channel of the sign gateways

  Output
    { 'allowed' }
    { 'denied', command, key }   the first that the user may not run
]]
-- @include permissions.lua

local position, accounts, jackpots, tables, values = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local pulse, outbox, awards, frames = KEYS[6], KEYS[7], KEYS[8], KEYS[9]

local command, key = firstDeniedOfLedger(position, accounts, jackpots, tables, values, outbox)
if not command then command, key = firstDeniedOfAwards(awards) end
if not command then
  command, key = firstDenied({
    { 'HGET', pulse, 'field' },
    { 'HSET', pulse, 'field', 'value' },
    { 'PEXPIRE', pulse, '1' },
    { 'SPUBLISH', frames, 'frame' },
  })
end
if command then return { 'denied', command, key } end
return { 'allowed' }
