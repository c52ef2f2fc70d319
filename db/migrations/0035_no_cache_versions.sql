-- contract: no version of the program reads or writes this table, only a channel of the same name is used
DROP TABLE "cache_versions" CASCADE;
