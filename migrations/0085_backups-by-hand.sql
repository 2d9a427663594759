ALTER TABLE "platform"."backup_drills" ADD COLUMN "by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "platform"."backup_drills" ADD COLUMN "progress" jsonb;--> statement-breakpoint
ALTER TABLE "platform"."backup_runs" ADD COLUMN "by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "platform"."backup_runs" ADD COLUMN "progress" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "backup_runs_waiting" ON "platform"."backup_runs" USING btree ("by_hand") WHERE state = 'waiting';