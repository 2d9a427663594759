CREATE TABLE "payments"."payouts_left_out" (
	"run_id" uuid NOT NULL,
	"writer_id" uuid NOT NULL,
	"cents" bigint NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "payouts_left_out_run_id_writer_id_pk" PRIMARY KEY("run_id","writer_id")
);
--> statement-breakpoint
ALTER TABLE "payments"."payouts_left_out" ADD CONSTRAINT "payouts_left_out_run_id_payout_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "payments"."payout_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payouts_left_out_writer" ON "payments"."payouts_left_out" USING btree ("writer_id");