-- Search inside messages, as in orders.
create index messages_search on chat.messages using gin (message gin_trgm_ops);
