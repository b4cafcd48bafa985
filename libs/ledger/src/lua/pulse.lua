#!lua
--[[
  Stores and publishes what the owner of a partition says each second, for a time. Another instance
  that has not seen the newest commit is not its owner, or no longer.

  Input
    KEYS[1] position   hash: offset, commit, anchor, head, block, partitions, cluster, halted
    KEYS[2] pulse      hash: owner, text
    KEYS[3] frames     shard channel of the sign gateways
    ARGV[1] the position that the owner is at
    ARGV[2] name of the owner, new at each start of a service
    ARGV[3] the pulse
    ARGV[4] for how long it is stored, ms

  Output
    1 when it was published, 0 when this is not the owner
]]
local positionKey, pulseKey, framesChannel = KEYS[1], KEYS[2], KEYS[3]
local offset, owner, text, storedForMs = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

-- During a commit the ledger may be ahead of its owner.
local isAtLedger = (redis.call('HGET', positionKey, 'offset') or '0') == offset
local last = redis.call('HGET', pulseKey, 'owner')
if not isAtLedger and last and last ~= owner then return 0 end

-- After this point the pulse must be stored.
redis.call('HSET', pulseKey, 'owner', owner, 'text', text)
redis.call('PEXPIRE', pulseKey, storedForMs)
redis.pcall('SPUBLISH', framesChannel, text)
return 1
