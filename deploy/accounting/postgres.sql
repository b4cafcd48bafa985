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

-- Moves what stands in progressive.line to where it belongs; what is there already stays once. A statement
-- that is not the one that is there is an error: then nothing is loaded.
create or replace function progressive.load() returns text language plpgsql as $$
declare
  wrong record;
  statements bigint;
  awards bigint;
begin
  create temporary table read on commit drop as
    select distinct message::jsonb as message from progressive.line;
  select t.message->>'jackpot' as jackpot, t.message->>'day' as day into wrong
    from read t
    join read o on o.message->>'jackpot' = t.message->>'jackpot' and o.message->>'day' = t.message->>'day'
      and o.message->>'part' = t.message->>'part' and o.message <> t.message
    where t.message ? 'day'
    limit 1;
  if wrong is null then
    select s.jackpot, s.day::text into wrong
      from read t join progressive.statement s
        on s.jackpot = t.message->>'jackpot' and s.day::text = t.message->>'day'
        and s.part::text = t.message->>'part'
      where t.message ? 'day' and s.message <> t.message
      limit 1;
  end if;
  if wrong is not null then
    raise exception 'there are two statements of % for %: `jackpot verify` says which is right',
      wrong.day, wrong.jackpot;
  end if;

  insert into progressive.statement
    select message->>'jackpot', (message->>'day')::date, (message->>'part')::int, message
    from read where message ? 'day'
    on conflict do nothing;
  get diagnostics statements = row_count;

  insert into progressive.award as known
    select distinct on (id) id, said, message from (
      select message->>'id' as id, message,
        greatest((message->>'offset')::bigint,
          coalesce((select max((act->>'offset')::bigint) from jsonb_array_elements(message->'by') act), 0)) as said
      from read where message ? 'payouts'
    ) newest order by id, said desc
    on conflict (id) do update set said = excluded.said, message = excluded.message
      where known.said < excluded.said;
  get diagnostics awards = row_count;

  delete from progressive.line;
  return format('%s parts of statements and %s awards are new', statements, awards);
end $$;

-- Accounts before and after a day; the difference of what its causes have posted is 0.
create or replace view progressive.day as
  select jackpot, day, message->>'currency' as currency,
    (message->>'at')::timestamptz as closed_at, message->'by'->>'holder' as closed_by,
    a.account,
    (message->'opening'->>a.account)::numeric / 1000000 as opening,
    coalesce(posted.amount, 0) as posted,
    (message->'closing'->>a.account)::numeric / 1000000 as closing,
    (message->'opening'->>a.account)::numeric / 1000000 + coalesce(posted.amount, 0)
      - (message->'closing'->>a.account)::numeric / 1000000 as difference
  from progressive.statement
  cross join (values ('players'), ('pool'), ('reserve'), ('house'), ('held')) as a (account)
  left join lateral (
    select sum((cause->'day'->>a.account)::numeric) / 1000000 as amount
    from jsonb_array_elements(message->'causes') cause
  ) posted on true
  where part = 1;

-- What each cause has posted on a day; each row sums to 0.
create or replace view progressive.day_cause as
  select jackpot, day, message->>'currency' as currency, cause->>'cause' as cause,
    (cause->'day'->>'times')::bigint as times,
    (cause->'day'->>'players')::numeric / 1000000 as players,
    (cause->'day'->>'pool')::numeric / 1000000 as pool,
    (cause->'day'->>'reserve')::numeric / 1000000 as reserve,
    (cause->'day'->>'house')::numeric / 1000000 as house,
    (cause->'day'->>'held')::numeric / 1000000 as held
  from progressive.statement cross join lateral jsonb_array_elements(message->'causes') cause
  where part = 1 and (cause->'day'->>'times')::bigint > 0;

-- What each table has added on a day: its meters less those of the day before. `taken_back` was paid at
-- the table before it was reversed.
create or replace view progressive.day_table as
  with meters as (
    select jackpot, day, message->>'currency' as currency, t->>'table' as table_name,
      (t->>'bets')::bigint as bets, (t->>'seats')::bigint as wins,
      (t->>'stakes')::numeric / 1000000 as stakes,
      (t->>'contributions')::numeric / 1000000 as contributions,
      (t->>'refunded')::numeric / 1000000 as refunded,
      (t->>'awarded')::numeric / 1000000 as awarded,
      (t->>'paidAtTable')::numeric / 1000000 as paid_at_table,
      (t->>'paidBySlip')::numeric / 1000000 as paid_by_slip,
      (t->>'expired')::numeric / 1000000 as expired,
      (t->>'reversed')::numeric / 1000000 as reversed,
      (t->>'returned')::numeric / 1000000 as taken_back
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

-- Each prize as it stands now. The amounts of an award are whole minor units.
create or replace view progressive.prize as
  select message->>'jackpot' as jackpot, a.id as award, message->>'table' as table_name,
    (message->>'recordedAt')::timestamptz as recorded_at, (payout->>'seat')::int as seat,
    payout->>'hand' as hand, payout->>'basis' as basis, message->>'currency' as currency,
    (payout->>'amount')::numeric / (10 ^ unit.exponent)::numeric as amount,
    case state->>'state' when 'awarded' then 'paid at table' else state->>'state' end as state,
    (state->>'slip')::bigint as slip
  from progressive.award a
  cross join lateral jsonb_array_elements(message->'payouts') payout
  left join lateral jsonb_array_elements(message->'states') state on state->>'seat' = payout->>'seat'
  left join lateral (
    select (s.message->>'exponent')::int as exponent from progressive.statement s
    where s.jackpot = a.message->>'jackpot' order by day desc limit 1
  ) unit on true;
