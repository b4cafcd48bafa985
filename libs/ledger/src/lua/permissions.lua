-- Redis has no rollback: a command that is denied after the first write would leave half of a
-- commit. So a script checks first. While it runs nobody can change the permissions.

-- Returns the name and key of the first command that the user of this connection may not run;
-- nothing if all are allowed. Each command is a list of words; nothing is called.
local function firstDenied(commands)
  for _, command in ipairs(commands) do
    if not redis.acl_check_cmd(unpack(command)) then
      -- The key of XINFO comes after its subcommand.
      if command[1] == 'XINFO' then return 'XINFO STREAM', command[3] end
      return command[1], command[2]
    end
  end
end
