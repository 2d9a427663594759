CREATE TABLE "payments"."payout_lines" (
	"payout_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"cents" bigint NOT NULL,
	"demo" boolean NOT NULL,
	CONSTRAINT "payout_lines_payout_id_order_id_pk" PRIMARY KEY("payout_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "payments"."payout_methods" (
	"writer_id" uuid PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"ending" text NOT NULL,
	"fingerprint" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payments"."payout_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"cents" bigint NOT NULL,
	"payouts" integer NOT NULL,
	"started_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"demo" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments"."payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "payments"."payouts_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_id" uuid NOT NULL,
	"writer_id" uuid NOT NULL,
	"cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text DEFAULT 'sending' NOT NULL,
	"demo" boolean NOT NULL,
	"sealed" text,
	"ending" text NOT NULL,
	"reference" text,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text
);
--> statement-breakpoint
ALTER TABLE "payments"."payout_lines" ADD CONSTRAINT "payout_lines_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "payments"."payouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments"."payouts" ADD CONSTRAINT "payouts_run_id_payout_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "payments"."payout_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_lines_order" ON "payments"."payout_lines" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payout_methods_fingerprint" ON "payments"."payout_methods" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "payout_runs_newest" ON "payments"."payout_runs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payouts_run" ON "payments"."payouts" USING btree ("run_id","number");--> statement-breakpoint
CREATE INDEX "payouts_writer" ON "payments"."payouts" USING btree ("writer_id","number");