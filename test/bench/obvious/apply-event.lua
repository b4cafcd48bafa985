-- Adds one contribution to its pool, unless the table's sequence was seen before.
-- KEYS: pools, sequences. ARGV: jackpot, table, sequence, contribution in micro-units.
local last = redis.call('HGET', KEYS[2], ARGV[2])
if last and tonumber(last) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('HINCRBY', KEYS[1], ARGV[1], ARGV[4])
return 1
