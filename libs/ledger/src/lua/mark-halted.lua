#!lua
--[[
  Stores a mark in the ledger of a partition that it must not go on, unless the ledger has changed
  since it was found wrong. The first mark stays.

  Input
    KEYS[1] position   hash: offset, commit, anchor, head, block, partitions, cluster, halted
    ARGV[1] the position at which it was found wrong
    ARGV[2] the journal's head there
    ARGV[3] why, JSON: reason, detail

  Output
    1 when there is a mark now, 0 when the ledger has moved
]]
-- @include checks.lua

local positionKey = KEYS[1]
local offset, head, mark = ARGV[1], ARGV[2], ARGV[3]

local position = redis.call('HMGET', positionKey, 'offset', 'head')
local currentOffset = offsetOf(position[1])
if currentOffset ~= offset then return 0 end
if headOf(position[2]) ~= head then return 0 end

-- After this point the mark must be stored.
redis.call('HSETNX', positionKey, 'halted', mark)
return 1
