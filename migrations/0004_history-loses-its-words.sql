-- The words of a step go when the person who wrote them is deleted; what happened, when and by whom stays.
create or replace function orders.keep_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.demo then
      return old;
    end if;
  elsif new.text is null and (new.id, new.order_id, new.at, new.action, new."from", new."to", new.actor_kind, new.actor_id, new.detail, new.demo)
     is not distinct from (old.id, old.order_id, old.at, old.action, old."from", old."to", old.actor_kind, old.actor_id, old.detail, old.demo) then
    return new;
  end if;
  raise exception 'order_history is append-only' using errcode = 'restrict_violation';
end $$;
