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
