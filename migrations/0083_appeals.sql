ALTER TABLE "chat"."enquiries" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "chat"."enquiries" ADD COLUMN "matter" text;--> statement-breakpoint
ALTER TABLE "chat"."enquiries" ADD COLUMN "decided_by" uuid;--> statement-breakpoint
ALTER TABLE "chat"."enquiries" ADD COLUMN "answer_by" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "enquiries_matter" ON "chat"."enquiries" USING btree ("matter");