CREATE TABLE "platform"."retention_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"removed" integer NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE INDEX "retention_runs_class" ON "platform"."retention_runs" USING btree ("class","at");