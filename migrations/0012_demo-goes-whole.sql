-- In a demo (no real money, nobody's real orders) what its people did can be removed with them; elsewhere nothing can.
create function platform.is_demo() returns boolean language sql stable as
  'select exists (select from platform.installation where mode = ''demo'')';
--> statement-breakpoint
create or replace function orders.keep_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.demo or platform.is_demo() then
      return old;
    end if;
  elsif new.text is null and (new.id, new.order_id, new.at, new.action, new."from", new."to", new.actor_kind, new.actor_id, new.detail, new.demo)
     is not distinct from (old.id, old.order_id, old.at, old.action, old."from", old."to", old.actor_kind, old.actor_id, old.detail, old.demo) then
    return new;
  end if;
  raise exception 'order_history is append-only' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create or replace function payments.keep_ledger() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (old.demo or platform.is_demo()) then
    return old;
  end if;
  raise exception 'the ledger is append-only' using errcode = 'restrict_violation';
end $$;
