CREATE TABLE "platform"."clock_watch" (
	"id" integer PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"jump_from" timestamp with time zone,
	"jump_to" timestamp with time zone
);
