-- Redis has no rollback: a command that is denied after the first write would leave half of a commit.
-- So a script asks first. While it runs nobody can change the permissions.

-- The first of these commands that the user of this connection may not run: its name and its key;
-- nothing where it may run all. Each is written as it would be called; an entry is no call.
local function firstDenied(commands)
  for _, command in ipairs(commands) do
    if not redis.acl_check_cmd(unpack(command)) then
      -- XINFO has a subcommand before its key.
      if command[1] == 'XINFO' then return 'XINFO STREAM', command[3] end
      return command[1], command[2]
    end
  end
end

-- What the commits of a partition need, and the trimming of its outbox. Frames are no part of it: one
-- that cannot be published is no fault of the ledger.
local function firstDeniedOfLedger(position, accounts, jackpots, tables, values, outbox)
  local needed = {}
  local function needs(...) needed[#needed + 1] = { ... } end
  for _, key in ipairs({ position, accounts, jackpots, tables, values }) do
    needs('TYPE', key)
    needs('HGET', key, 'field')
    needs('HMGET', key, 'field')
    needs('HEXISTS', key, 'field')
    needs('HSET', key, 'field', 'value')
    needs('HINCRBY', key, 'field', '0')
  end
  needs('TYPE', outbox)
  needs('XINFO', 'STREAM', outbox)
  needs('XADD', outbox, '*', 'field', 'value')
  needs('XRANGE', outbox, '-', '+')
  needs('XDEL', outbox, '0-1')
  return firstDenied(needed)
end

-- What keeping an award needs.
local function firstDeniedOfAwards(key)
  return firstDenied({
    { 'TYPE', key },
    { 'ZADD', key, '0', 'award' },
    { 'ZREMRANGEBYRANK', key, '0', '0' },
  })
end
