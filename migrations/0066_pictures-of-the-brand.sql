CREATE SCHEMA "operator";
--> statement-breakpoint
CREATE TABLE "operator"."brand_pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"data" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
