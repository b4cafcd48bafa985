import type { Mutation } from './mutations.js';

/** Faults of `commit.lua`. A reply is named by the answers of Redis and of the model. */
export const scriptMutants: readonly (Omit<Mutation, 'file'> & { readonly file?: string })[] = [
  {
    name: 'no compare-and-set',
    find: "if currentOffset ~= expectedOffset then return { 'fenced', currentOffset } end\n",
    replace: 'if currentOffset ~= expectedOffset then reached() end\n',
    caughtBy: ['reply: in place of fenced'],
  },
  {
    name: 'no comparison of the block before',
    find: "if currentHead ~= expectedHead then return { 'fenced', currentOffset } end\n",
    replace: 'if currentHead ~= expectedHead then reached() end\n',
    caughtBy: ['reply: in place of fenced'],
  },
  {
    name: 'a mark is not seen',
    find: "if position[4] then return { 'refused', 'the partition is marked as halted: ' .. position[4] } end\n",
    replace: 'if position[4] then reached() end\n',
    caughtBy: ['reply: ok in place of refused'],
  },
  {
    name: 'time runs back',
    find: 'if not isNatural(newestMs) or isLess(newestMs, timeBefore) then',
    replace: 'if not isNatural(newestMs) or (isLess(newestMs, timeBefore) and not reached()) then',
    caughtBy: ['reply: ok in place of refused'],
  },
  {
    name: 'no commit id',
    find: 'if currentOffset == newOffset and position[2] == commitId then',
    replace: 'if currentOffset == newOffset and (position[2] == commitId or reached()) then',
    caughtBy: ['reply: duplicate in place of'],
  },
  {
    name: 'a write before the checks',
    find: '-- Two magnitudes of up to half',
    replace:
      "reached()\nredis.call('HSET', positionKey, 'offset', newOffset)\n-- Two magnitudes of up to half",
    caughtBy: ['contents: position'],
  },
  {
    name: 'no outbox in the commit',
    find: 'for index = outbox.first + 5, outbox.last, 5 do send(redis.call, index) end\n',
    replace: 'if outbox.first + 5 <= outbox.last then reached() end\n',
    caughtBy: ['contents: outbox'],
  },
  {
    name: 'an old place in the outbox',
    find: "type(send(redis.pcall, outbox.first)) == 'table' then",
    replace: "type(send(redis.pcall, outbox.first)) == 'table' and not reached() then",
    caughtBy: ['reply: ok in place of refused'],
  },
  {
    name: 'accounts changed twice',
    find: "if isChanged[field] then return { 'refused', field .. ' would be changed twice' } end\n",
    replace: 'if isChanged[field] then reached() end\n',
    caughtBy: ['reply: ok in place of refused'],
  },
  {
    name: 'amounts compared as texts only',
    file: 'libs/ledger/src/lua/checks.lua',
    find: 'if #a ~= #b then return #a < #b end\n',
    replace: 'if #a ~= #b then reached() end\n',
    caughtBy: ['reply: refused in place of ok'],
  },
];
