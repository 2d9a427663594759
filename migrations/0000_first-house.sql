CREATE SCHEMA "platform";
--> statement-breakpoint
CREATE SCHEMA "accounts";
--> statement-breakpoint
CREATE SCHEMA "orders";
--> statement-breakpoint
CREATE SCHEMA "payments";
--> statement-breakpoint
CREATE SCHEMA "pricing";
--> statement-breakpoint
CREATE SCHEMA "writing";
--> statement-breakpoint
CREATE SCHEMA "sandbox";
--> statement-breakpoint
CREATE TABLE "platform"."audit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb NOT NULL,
	"request_id" text NOT NULL,
	"seq" bigint,
	"hash" text,
	CONSTRAINT "audit_seq_unique" UNIQUE("seq")
);
--> statement-breakpoint
CREATE TABLE "platform"."installation" (
	"id" integer PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"install_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seeded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "platform"."limits" (
	"key" text NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "limits_key_window_start_pk" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "platform"."mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"content" jsonb,
	"once_key" text,
	"created_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"error" text,
	"message_id" text,
	CONSTRAINT "mails_onceKey_unique" UNIQUE("once_key")
);
--> statement-breakpoint
CREATE TABLE "platform"."outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"payload" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "platform"."reactions_done" (
	"fact_id" uuid NOT NULL,
	"reaction" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "reactions_done_fact_id_reaction_pk" PRIMARY KEY("fact_id","reaction")
);
--> statement-breakpoint
CREATE TABLE "platform"."settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."timers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"due" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "accounts"."people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean NOT NULL,
	"image" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"role" integer DEFAULT 1 NOT NULL,
	"capabilities" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"password_hash" text DEFAULT 'managed' NOT NULL,
	"apple_id_token" text,
	"time_zone" text,
	"terms_accepted_at" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	"demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts"."proofs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"kind" text,
	"subject" text
);
--> statement-breakpoint
CREATE TABLE "accounts"."sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "accounts"."sign_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"account_id" text NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts"."tries" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders"."custom_quotes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"cents" bigint NOT NULL,
	"scope" text NOT NULL,
	"deadline" timestamp with time zone NOT NULL,
	"valid_until" timestamp with time zone,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders"."deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"text" text NOT NULL,
	"words" integer NOT NULL,
	"final" boolean NOT NULL,
	"note" text,
	"by_kind" text NOT NULL,
	"by_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "orders"."drafts" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"owner" uuid,
	"path" text NOT NULL,
	"fields" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders"."order_history" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"from" text,
	"to" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"text" text,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders"."orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"payment_status" text DEFAULT 'pending' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"client_id" uuid NOT NULL,
	"client_name" text NOT NULL,
	"client_email" text NOT NULL,
	"writer_id" uuid,
	"writer_name" text,
	"service" text NOT NULL,
	"service_type" text,
	"title" text NOT NULL,
	"instructions" text NOT NULL,
	"subject" text,
	"order_type" text,
	"spacing" text,
	"pages" integer,
	"cited_sources" integer,
	"project_size" text,
	"project_type" text,
	"course" text,
	"software" text,
	"difficulty" text,
	"test_type" text,
	"deadline" timestamp with time zone,
	"deadline_date" text,
	"deadline_time" text,
	"deadline_zone" text,
	"word_count" integer DEFAULT 0 NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"price_cents" bigint,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"priced_at" timestamp with time zone,
	"lock_ends_at" timestamp with time zone,
	"quote_id" uuid,
	"snapshot" jsonb,
	"country" text NOT NULL,
	"terms_version" text NOT NULL,
	"fair_use_version" text NOT NULL,
	"consented_at" timestamp with time zone NOT NULL,
	"consent_address" text NOT NULL,
	"writer_deadline" timestamp with time zone,
	"waiting_since" timestamp with time zone,
	"quote_ends_at" timestamp with time zone,
	"quote_ended" boolean DEFAULT false NOT NULL,
	"transfer_since" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"unassigned_since" timestamp with time zone,
	"assigned_at" timestamp with time zone,
	"held_since" timestamp with time zone,
	"paused_ms" bigint DEFAULT 0 NOT NULL,
	"work_since" timestamp with time zone,
	"final_at" timestamp with time zone,
	"first_delivered_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"disputed_at" timestamp with time zone,
	"released_at" timestamp with time zone,
	"frozen" boolean DEFAULT false NOT NULL,
	"draft_opened_at" timestamp with time zone,
	"page_opened_at" timestamp with time zone,
	"notice_refused" boolean DEFAULT false NOT NULL,
	"test" boolean DEFAULT false NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"idempotency_key" text NOT NULL,
	"search" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments"."attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"charge_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"order_number" text NOT NULL,
	"provider" text NOT NULL,
	"state" text DEFAULT 'started' NOT NULL,
	"cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"redirect" text,
	"ended_at" timestamp with time zone,
	"asked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payments"."charges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payments"."ledger_entries" (
	"transaction_id" uuid NOT NULL,
	"account" text NOT NULL,
	"cents" bigint NOT NULL,
	"demo" boolean NOT NULL,
	CONSTRAINT "ledger_entries_transaction_id_account_pk" PRIMARY KEY("transaction_id","account")
);
--> statement-breakpoint
CREATE TABLE "payments"."ledger_transactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "payments"."ledger_transactions_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"paid_by" text,
	"cause" text NOT NULL,
	"test" boolean NOT NULL,
	"demo" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments"."provider_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"body" text NOT NULL,
	"attempt_id" uuid,
	"refund_id" uuid,
	"received_at" timestamp with time zone NOT NULL,
	"processed_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "payments"."refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"settlement_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"paid_by" text NOT NULL,
	"reason" text NOT NULL,
	"cause" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"reference" text,
	"error" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payments"."settlements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"attempt_id" uuid,
	"provider" text NOT NULL,
	"transaction" text NOT NULL,
	"method" text NOT NULL,
	"cents" bigint NOT NULL,
	"fee_cents" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"verdict" text NOT NULL,
	"reviewed_at" timestamp with time zone,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pricing"."quotes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"viewer" text,
	"service" text NOT NULL,
	"inputs" jsonb NOT NULL,
	"result" jsonb NOT NULL,
	"table_version" integer NOT NULL,
	"engine_version" integer NOT NULL,
	"priced_at" timestamp with time zone NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	"used_by_order" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "writing"."writers" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"pseudonym" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"capacity" integer DEFAULT 3 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"order_number" text NOT NULL,
	"cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"return_to" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"declined_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."payments" (
	"id" text PRIMARY KEY NOT NULL,
	"page_id" uuid NOT NULL,
	"cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"fee_cents" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."refunds" (
	"key" uuid PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"cents" bigint NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts"."sessions" ADD CONSTRAINT "sessions_user_id_people_id_fk" FOREIGN KEY ("user_id") REFERENCES "accounts"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts"."sign_ins" ADD CONSTRAINT "sign_ins_user_id_people_id_fk" FOREIGN KEY ("user_id") REFERENCES "accounts"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments"."attempts" ADD CONSTRAINT "attempts_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "payments"."charges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments"."ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "payments"."ledger_transactions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments"."refunds" ADD CONSTRAINT "refunds_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "payments"."settlements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments"."settlements" ADD CONSTRAINT "settlements_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "payments"."charges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments"."settlements" ADD CONSTRAINT "settlements_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "payments"."attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."payments" ADD CONSTRAINT "payments_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "sandbox"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "sandbox"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_subject" ON "platform"."audit" USING btree ("subject","at");--> statement-breakpoint
CREATE INDEX "audit_at" ON "platform"."audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "mails_due" ON "platform"."mails" USING btree ("next_try_at") WHERE "platform"."mails"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "mails_newest" ON "platform"."mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_to" ON "platform"."mails" USING btree ("to","created_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "platform"."outbox" USING btree ("next_try_at");--> statement-breakpoint
CREATE UNIQUE INDEX "timers_one" ON "platform"."timers" USING btree ("kind","subject");--> statement-breakpoint
CREATE INDEX "timers_due" ON "platform"."timers" USING btree ("due");--> statement-breakpoint
CREATE UNIQUE INDEX "people_email" ON "accounts"."people" USING btree ("email");--> statement-breakpoint
CREATE INDEX "people_admins" ON "accounts"."people" USING btree ("role") WHERE "accounts"."people"."role" = 3;--> statement-breakpoint
CREATE UNIQUE INDEX "proofs_identifier" ON "accounts"."proofs" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "proofs_subject" ON "accounts"."proofs" USING btree ("kind","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "accounts"."sessions" USING btree ("token");--> statement-breakpoint
CREATE INDEX "sessions_person" ON "accounts"."sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_ins_identity" ON "accounts"."sign_ins" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "sign_ins_person" ON "accounts"."sign_ins" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "custom_quotes_version" ON "orders"."custom_quotes" USING btree ("order_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_number" ON "orders"."deliveries" USING btree ("order_id","number");--> statement-breakpoint
CREATE INDEX "drafts_created" ON "orders"."drafts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "order_history_order" ON "orders"."order_history" USING btree ("order_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders"."orders" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_once" ON "orders"."orders" USING btree ("client_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders"."orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_client" ON "orders"."orders" USING btree ("client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_open" ON "orders"."orders" USING btree ("created_at","id") WHERE "orders"."orders"."status" not in ('completed', 'cancelled', 'refunded');--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders"."orders" USING btree ("deadline","id") WHERE "orders"."orders"."status" not in ('completed', 'cancelled', 'refunded');--> statement-breakpoint
CREATE INDEX "orders_writer" ON "orders"."orders" USING btree ("writer_id","created_at","id") WHERE "orders"."orders"."writer_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_one_open" ON "payments"."attempts" USING btree ("charge_id","provider") WHERE "payments"."attempts"."state" in ('started', 'awaiting_transfer');--> statement-breakpoint
CREATE INDEX "attempts_order" ON "payments"."attempts" USING btree ("order_id","started_at");--> statement-breakpoint
CREATE INDEX "attempts_asked" ON "payments"."attempts" USING btree ("asked_at") WHERE "payments"."attempts"."state" = 'started';--> statement-breakpoint
CREATE INDEX "attempts_ended" ON "payments"."attempts" USING btree ("ended_at") WHERE "payments"."attempts"."state" in ('closed', 'failed');--> statement-breakpoint
CREATE INDEX "charges_order" ON "payments"."charges" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "charges_one_open" ON "payments"."charges" USING btree ("order_id","purpose") WHERE "payments"."charges"."state" = 'open';--> statement-breakpoint
CREATE INDEX "ledger_order" ON "payments"."ledger_transactions" USING btree ("order_id","seq");--> statement-breakpoint
CREATE INDEX "ledger_at" ON "payments"."ledger_transactions" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_once" ON "payments"."ledger_transactions" USING btree ("cause","kind","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_events_once" ON "payments"."provider_events" USING btree ("provider","event_id");--> statement-breakpoint
CREATE INDEX "provider_events_due" ON "payments"."provider_events" USING btree ("next_try_at") WHERE "payments"."provider_events"."next_try_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_once" ON "payments"."refunds" USING btree ("cause","settlement_id");--> statement-breakpoint
CREATE INDEX "refunds_order" ON "payments"."refunds" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "payments"."refunds" USING btree ("next_try_at") WHERE "payments"."refunds"."next_try_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_once" ON "payments"."settlements" USING btree ("provider","transaction");--> statement-breakpoint
CREATE INDEX "settlements_order" ON "payments"."settlements" USING btree ("order_id","at");--> statement-breakpoint
CREATE INDEX "quotes_created" ON "pricing"."quotes" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "writers_pseudonym" ON "writing"."writers" USING btree ("pseudonym");--> statement-breakpoint
CREATE INDEX "writers_active" ON "writing"."writers" USING btree ("active");--> statement-breakpoint
CREATE INDEX "sandbox_payments_page" ON "sandbox"."payments" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "sandbox_refunds_payment" ON "sandbox"."refunds" USING btree ("payment_id");