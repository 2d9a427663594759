CREATE TABLE "payments"."refund_accounts" (
	"refund_id" uuid PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments"."transfer_receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"attempt_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"received_on" date NOT NULL,
	"bank_reference" text NOT NULL,
	"entered_by" text NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	"confirmed_by" text,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "transfer_receipts_bankReference_unique" UNIQUE("bank_reference")
);
--> statement-breakpoint
CREATE TABLE "payments"."transfer_refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"receipt_id" uuid NOT NULL,
	"cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"sent_at" timestamp with time zone,
	"bank_reference" text
);
--> statement-breakpoint
CREATE TABLE "payments"."transfer_requests" (
	"attempt_id" uuid PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"reference" text NOT NULL,
	"cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "transfer_requests_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
ALTER TABLE "payments"."refund_accounts" ADD CONSTRAINT "refund_accounts_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "payments"."refunds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments"."transfer_receipts" ADD CONSTRAINT "transfer_receipts_attempt_id_transfer_requests_attempt_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "payments"."transfer_requests"("attempt_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments"."transfer_refunds" ADD CONSTRAINT "transfer_refunds_receipt_id_transfer_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "payments"."transfer_receipts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transfer_receipts_attempt" ON "payments"."transfer_receipts" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "transfer_receipts_order" ON "payments"."transfer_receipts" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "transfer_refunds_receipt" ON "payments"."transfer_refunds" USING btree ("receipt_id");