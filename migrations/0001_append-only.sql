-- What Drizzle cannot say: rows that may only be added.
create function platform.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create function platform.seal_only() returns trigger language plpgsql as $$
begin
  if old.seq is not null or (new.id, new.at, new.actor, new.action, new.subject, new.detail, new.request_id)
     is distinct from (old.id, old.at, old.actor, old.action, old.subject, old.detail, old.request_id) then
    raise exception 'audit is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger audit_seal before update on platform.audit for each row execute function platform.seal_only();
--> statement-breakpoint
create trigger audit_keep before delete on platform.audit for each row execute function platform.refuse_change();
--> statement-breakpoint
create function orders.keep_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.demo then
    return old;
  end if;
  raise exception 'order_history is append-only' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger order_history_keep before update or delete on orders.order_history for each row execute function orders.keep_history();
--> statement-breakpoint
create extension if not exists pg_trgm;
--> statement-breakpoint
create index orders_search on orders.orders using gin (search gin_trgm_ops);
--> statement-breakpoint
create function payments.keep_ledger() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.demo then
    return old;
  end if;
  raise exception 'the ledger is append-only' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger ledger_transactions_keep before update or delete on payments.ledger_transactions for each row execute function payments.keep_ledger();
--> statement-breakpoint
create trigger ledger_entries_keep before update or delete on payments.ledger_entries for each row execute function payments.keep_ledger();
--> statement-breakpoint
create function payments.check_balance() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(cents), 0) from payments.ledger_entries where transaction_id = new.transaction_id) <> 0 then
    raise exception 'a ledger transaction does not sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger ledger_entries_balance after insert on payments.ledger_entries deferrable initially deferred for each row execute function payments.check_balance();
