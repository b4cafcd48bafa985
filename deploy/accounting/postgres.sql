-- Loads the statements and awards of the progressive jackpot (contract 8.1, 8.10) into PostgreSQL 15
-- or later, and shows them as tables in major units of the currency. It may be run again at any time.

create schema if not exists progressive;

-- One line is one message of a topic, as Kafka's console consumer prints it.
create table if not exists progressive.line (message text not null);

create table if not exists progressive.statement (
  jackpot text not null,
  day date not null,
  part int not null,
  message jsonb not null,
  primary key (jackpot, day, part)
);

-- The newest message of each award; `said` is the offset of the record that it follows from.
create table if not exists progressive.award (
  id text primary key,
  said bigint not null,
  message jsonb not null
);

-- What was no message of the jackpot, as it came.
create table if not exists progressive.rejected (
  message text not null,
  at timestamptz not null default now()
);

-- The message of a line, where it has the form of a statement or of an award; else null.
create or replace function progressive.message(line text) returns jsonb
language plpgsql stable set datestyle = 'ISO, YMD' as $$
declare
  m jsonb;
begin
  m := line::jsonb;
  if m ? 'payouts' then
    perform (m->>'offset')::bigint, jsonb_array_length(m->'payouts'), jsonb_array_length(m->'by');
    return case when jsonb_typeof(m->'id') = 'string' and jsonb_typeof(m->'offset') = 'number' then m end;
  end if;
  return case when jsonb_typeof(m->'jackpot') = 'string'
    and (m->>'day')::date::text = m->>'day'
    and jsonb_typeof(m->'part') = 'number' and jsonb_typeof(m->'parts') = 'number'
    and (m->>'part')::int between 1 and (m->>'parts')::int
    and jsonb_array_length(m->'causes') + jsonb_array_length(m->'tables') >= 0 then m end;
exception when others then
  return null;
end $$;

-- Moves what stands in progressive.line to where it belongs; what is there already stays once. Where a
-- topic says two things of one day or of one record, nothing is loaded.
create or replace function progressive.load() returns text
language plpgsql set datestyle = 'ISO, YMD' as $$
declare
  wrong text;
  statements bigint;
  awards bigint;
  rejected bigint;
begin
  if not exists (select from progressive.line) then
    raise exception 'progressive.line is empty: the topics were not read';
  end if;
  create temporary table read on commit drop as
    select distinct l.message as line, progressive.message(l.message) as message from progressive.line l;

  create temporary table read_statement on commit drop as
    select distinct message->>'jackpot' as jackpot, (message->>'day')::date as day,
      (message->>'part')::int as part, message
    from read where message ? 'parts';
  create temporary table read_award on commit drop as
    select distinct message->>'id' as id, message,
      greatest((message->>'offset')::bigint, coalesce(
        (select max((act->>'offset')::bigint) from jsonb_array_elements(message->'by') act), 0)) as said
    from read where message ? 'payouts';

  select format('statements of %s for %s', day, jackpot) into wrong from (
    select * from read_statement union select jackpot, day, part, message from progressive.statement
  ) every group by jackpot, day, part having count(*) > 1 limit 1;
  if wrong is null then
    select format('messages for %s of record %s', id, said) into wrong from (
      select id, message, said from read_award union select id, message, said from progressive.award
    ) every group by id, said having count(*) > 1 limit 1;
  end if;
  if wrong is not null then
    raise exception 'there are two %: `jackpot verify` says which is right', wrong;
  end if;

  insert into progressive.statement select * from read_statement on conflict do nothing;
  get diagnostics statements = row_count;

  insert into progressive.award as known
    select distinct on (id) id, said, message from read_award order by id, said desc
    on conflict (id) do update set said = excluded.said, message = excluded.message
      where known.said < excluded.said;
  get diagnostics awards = row_count;

  insert into progressive.rejected (message) select line from read where message is null;
  get diagnostics rejected = row_count;

  delete from progressive.line;
  return format('%s parts of statements and %s awards are new, %s lines are neither; the newest days: %s',
    statements, awards, rejected, (
      select string_agg(format('%s %s', jackpot, day), ', ' order by jackpot)
      from (select jackpot, max(day) as day from progressive.statement group by jackpot) newest));
end $$;

-- Accounts before and after a day; the difference of what its causes have posted is 0.
create or replace view progressive.day as
  select jackpot, day, message->>'currency' as currency,
    (message->>'at')::timestamptz as closed_at, message->'by'->>'holder' as closed_by,
    a.account,
    (message->'opening'->>a.account)::numeric * 0.000001 as opening,
    coalesce(posted.amount, 0) as posted,
    (message->'closing'->>a.account)::numeric * 0.000001 as closing,
    (message->'opening'->>a.account)::numeric * 0.000001 + coalesce(posted.amount, 0)
      - (message->'closing'->>a.account)::numeric * 0.000001 as difference
  from progressive.statement
  cross join (values ('players'), ('pool'), ('reserve'), ('house'), ('held')) as a (account)
  left join lateral (
    select sum((cause->'day'->>a.account)::numeric) * 0.000001 as amount
    from jsonb_array_elements(message->'causes') cause
  ) posted on true
  where part = 1;

-- What each cause has posted on a day; each row sums to 0.
create or replace view progressive.day_cause as
  select jackpot, day, message->>'currency' as currency, cause->>'cause' as cause,
    (cause->'day'->>'times')::bigint as times,
    (cause->'day'->>'players')::numeric * 0.000001 as players,
    (cause->'day'->>'pool')::numeric * 0.000001 as pool,
    (cause->'day'->>'reserve')::numeric * 0.000001 as reserve,
    (cause->'day'->>'house')::numeric * 0.000001 as house,
    (cause->'day'->>'held')::numeric * 0.000001 as held
  from progressive.statement cross join lateral jsonb_array_elements(message->'causes') cause
  where part = 1 and (cause->'day'->>'times')::bigint > 0;

-- What each table has added on a day: its meters less those of the day before. `taken_back` was paid at
-- the table before it was reversed.
create or replace view progressive.day_table as
  with meters as (
    select jackpot, day, message->>'currency' as currency, t->>'table' as table_name,
      (t->>'bets')::bigint as bets, (t->>'seats')::bigint as wins,
      (t->>'stakes')::numeric * 0.000001 as stakes,
      (t->>'contributions')::numeric * 0.000001 as contributions,
      (t->>'refunded')::numeric * 0.000001 as refunded,
      (t->>'awarded')::numeric * 0.000001 as awarded,
      (t->>'paidAtTable')::numeric * 0.000001 as paid_at_table,
      (t->>'paidBySlip')::numeric * 0.000001 as paid_by_slip,
      (t->>'expired')::numeric * 0.000001 as expired,
      (t->>'reversed')::numeric * 0.000001 as reversed,
      (t->>'returned')::numeric * 0.000001 as taken_back
    from progressive.statement cross join lateral jsonb_array_elements(message->'tables') t
  )
  select jackpot, day, currency, table_name,
    bets - lag(bets, 1, 0::bigint) over own as bets,
    stakes - lag(stakes, 1, 0::numeric) over own as stakes,
    contributions - lag(contributions, 1, 0::numeric) over own as contributions,
    refunded - lag(refunded, 1, 0::numeric) over own as refunded,
    wins - lag(wins, 1, 0::bigint) over own as wins,
    awarded - lag(awarded, 1, 0::numeric) over own as awarded,
    paid_at_table - lag(paid_at_table, 1, 0::numeric) over own as paid_at_table,
    paid_by_slip - lag(paid_by_slip, 1, 0::numeric) over own as paid_by_slip,
    expired - lag(expired, 1, 0::numeric) over own as expired,
    reversed - lag(reversed, 1, 0::numeric) over own as reversed,
    taken_back - lag(taken_back, 1, 0::numeric) over own as taken_back
  from meters window own as (partition by jackpot, table_name order by day);

-- Days whose statement is not there: the one that follows names them.
create or replace view progressive.missing_day as
  select s.jackpot, (s.message->>'after')::date as day
  from progressive.statement s
  where s.part = 1 and s.message->>'after' is not null and not exists (
    select from progressive.statement b where b.jackpot = s.jackpot and b.day::text = s.message->>'after'
  )
  union
  select jackpot, day from progressive.statement
  group by jackpot, day, (message->>'parts')::int having count(*) <> (message->>'parts')::int;

-- Each prize as it stands now. What an award hands over is its amount with the stake that is given back.
-- An amount is null until the jackpot has closed a day, which says how many digits the currency has.
create or replace view progressive.prize as
  select message->>'jackpot' as jackpot, a.id as award, (message->>'offset')::bigint as record,
    message->>'table' as table_name, (message->>'recordedAt')::timestamptz as recorded_at,
    (payout->>'seat')::int as seat, payout->>'hand' as hand, payout->>'basis' as basis,
    message->>'currency' as currency,
    round((payout->>'amount')::numeric / unit.minor, 6) as amount,
    round(coalesce((payout->>'stakeReturned')::numeric, 0) / unit.minor, 6) as stake_returned,
    case state->>'state' when 'awarded' then 'paid at table' else state->>'state' end as state,
    (state->>'slip')::bigint as slip
  from progressive.award a
  cross join lateral jsonb_array_elements(message->'payouts') payout
  left join lateral jsonb_array_elements(message->'states') state on state->>'seat' = payout->>'seat'
  left join lateral (
    select (10 ^ (s.message->>'exponent')::int)::numeric as minor from progressive.statement s
    where s.jackpot = a.message->>'jackpot' order by day desc limit 1
  ) unit on true;

-- Prizes by hand, as the awards have them and as the newest statement counts them. A prize is rounded down
-- to the minor unit in its award, so `difference` is 0, or below one minor unit for each prize.
create or replace view progressive.hand as
  select s.jackpot, s.day, h->>'hand' as hand, (h->>'seats')::bigint as wins,
    coalesce(p.wins, 0) as wins_of_awards, (h->>'awarded')::numeric * 0.000001 as awarded,
    coalesce(p.amount, 0) as awarded_of_awards,
    (h->>'awarded')::numeric * 0.000001 - coalesce(p.amount, 0) as difference
  from (
    select distinct on (jackpot) jackpot, day, message from progressive.statement
    where part = 1 order by jackpot, day desc
  ) s
  cross join lateral jsonb_array_elements(s.message->'hands') h
  left join lateral (
    select count(*) as wins, sum(amount) as amount from progressive.prize p
    where p.jackpot = s.jackpot and p.hand = h->>'hand' and p.record <= (s.message->>'offset')::bigint
  ) p on true;
