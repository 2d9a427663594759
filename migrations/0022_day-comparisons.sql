CREATE TABLE "payments"."day_comparisons" (
	"day" date NOT NULL,
	"provider" text NOT NULL,
	"payments" integer NOT NULL,
	"their_cents" bigint NOT NULL,
	"our_cents" bigint NOT NULL,
	"only_theirs" integer NOT NULL,
	"only_ours" integer NOT NULL,
	"other_amount" integer NOT NULL,
	"unanswered" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "day_comparisons_day_provider_pk" PRIMARY KEY("day","provider")
);
