CREATE TABLE "platform"."disk_days" (
	"at" timestamp with time zone PRIMARY KEY NOT NULL,
	"free" bigint NOT NULL,
	"whole" bigint NOT NULL
);
