-- Tables, columns and stored words get the field's names. Nothing is dropped: rows keep their places.
alter table platform.reactions_done rename to handled_events;
--> statement-breakpoint
alter table platform.handled_events rename column fact_id to event_id;
--> statement-breakpoint
alter table platform.handled_events rename column reaction to handler;
--> statement-breakpoint
alter table platform.handled_events rename constraint reactions_done_fact_id_reaction_pk to handled_events_event_id_handler_pk;
--> statement-breakpoint
alter table accounts.proofs rename to verification_tokens;
--> statement-breakpoint
alter index accounts.proofs_identifier rename to verification_tokens_identifier;
--> statement-breakpoint
alter index accounts.proofs_subject rename to verification_tokens_subject;
--> statement-breakpoint
alter table accounts.tries rename to failed_sign_ins;
--> statement-breakpoint
alter table accounts.provider_trips rename to oauth_attempts;
--> statement-breakpoint
alter index accounts.provider_trips_state rename to oauth_attempts_state;
--> statement-breakpoint
alter index accounts.provider_trips_expiry rename to oauth_attempts_expiry;
--> statement-breakpoint
alter table accounts.sessions rename column way to method;
--> statement-breakpoint
alter table accounts.people rename column look to theme;
--> statement-breakpoint
alter table chat.chats rename column office_read_to to support_read_to;
--> statement-breakpoint
alter table chat.chats rename column office_unread to support_unread;
--> statement-breakpoint
alter table files.files rename column place to purpose;
--> statement-breakpoint
update accounts.verification_tokens
  set value = ((value::jsonb - 'way') || jsonb_build_object('method', value::jsonb -> 'way'))::text
  where kind = 'second-step';
--> statement-breakpoint
update accounts.people set notices_off = replace(notices_off::text, '"desk.', '"admin.')::jsonb where notices_off::text like '%"desk.%';
--> statement-breakpoint
update notifications.notices set kind = 'admin.' || substr(kind, 6) where kind like 'desk.%';
--> statement-breakpoint
update notifications.notices set once_key = 'admin.' || substr(once_key, 6) where once_key like 'desk.%';
--> statement-breakpoint
update platform.timers set kind = 'notifications.admin-chat' where kind = 'notifications.desk-chat';
--> statement-breakpoint
update platform.handled_events set handler = replace(handler, '.desk-', '.admin-') where handler like 'notifications.desk-%';
--> statement-breakpoint
update platform.outbox set payload = replace(payload::text, '"place": "', '"purpose": "')::jsonb
  where name = 'files.changed' and next_try_at is not null;
--> statement-breakpoint
-- The books and the history may only be added to: here a word is exchanged, no amount, no order and no instant.
alter table payments.ledger_transactions disable trigger ledger_transactions_keep;
--> statement-breakpoint
alter table payments.ledger_entries disable trigger ledger_entries_keep;
--> statement-breakpoint
alter table orders.order_history disable trigger order_history_keep;
--> statement-breakpoint
update payments.ledger_transactions set paid_by = 'operator' where paid_by = 'house';
--> statement-breakpoint
update payments.ledger_entries set account = 'operator' where account = 'house';
--> statement-breakpoint
update payments.refunds set paid_by = 'operator' where paid_by = 'house';
--> statement-breakpoint
update orders.order_history
  set detail = regexp_replace(detail::text, '"(bearer|cause|paidBy)": "house"', '"\1": "operator"', 'g')::jsonb
  where detail::text ~ '"(bearer|cause|paidBy)": "house"';
--> statement-breakpoint
update platform.outbox
  set payload = regexp_replace(payload::text, '"(bearer|cause|paidBy)": "house"', '"\1": "operator"', 'g')::jsonb
  where next_try_at is not null and payload::text ~ '"(bearer|cause|paidBy)": "house"';
--> statement-breakpoint
alter table payments.ledger_transactions enable trigger ledger_transactions_keep;
--> statement-breakpoint
alter table payments.ledger_entries enable trigger ledger_entries_keep;
--> statement-breakpoint
alter table orders.order_history enable trigger order_history_keep;
