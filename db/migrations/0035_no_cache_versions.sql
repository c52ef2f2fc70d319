-- contract: no version writes or reads this table; processes announce changes by NOTIFY on a channel of the same name
DROP TABLE "cache_versions" CASCADE;
