/**
 * Writes the record if there is none, or if its revision is the expected one, and it is one of the same service that no
 * later version wrote. Publishes a hint on the channel that is named like the key. A message that cannot be sent (an ACL
 * forbids it, for example) does not undo the write.
 * KEYS: record. ARGV: expected revision, new revision, record as JSON, hint, version, service,
 * time to live in ms or 0.
 */
export const commitScript = `
local held = redis.call('HMGET', KEYS[1], 'rev', 'v', 'service')
if (tonumber(held[2] or '') or 0) > 1 then return 0 end
if (tonumber(held[1] or '') or 0) ~= tonumber(ARGV[1]) then return 0 end
if held[1] and held[3] ~= ARGV[6] then return 0 end
redis.call('HSET', KEYS[1], 'rev', ARGV[2], 'record', ARGV[3], 'v', ARGV[5], 'service', ARGV[6])
if tonumber(ARGV[7]) > 0 then redis.call('PEXPIRE', KEYS[1], ARGV[7]) end
redis.pcall('PUBLISH', KEYS[1], ARGV[4])
return 1`;

/**
 * Moves the record to the field `bad` if its revision is still this one; a field that is absent counts as empty.
 * KEYS: record. ARGV: revision as text.
 */
export const quarantineScript = `
if (redis.call('HGET', KEYS[1], 'rev') or '') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'bad', redis.call('HGET', KEYS[1], 'record') or '')
redis.call('HDEL', KEYS[1], 'rev', 'record', 'v', 'service')
return 1`;

/**
 * Takes the lock. A command that the client sends again after a broken connection finds it taken by this owner.
 * KEYS: lock. ARGV: owner, lease in ms.
 */
export const takeScript = `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
if redis.call('GET', KEYS[1]) == ARGV[1] then return 1 end
return 0`;

/** Extends the lock by another lease. KEYS: lock. ARGV: owner, lease in ms. */
export const extendScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`;

/** Frees the lock. KEYS: lock. ARGV: owner. */
export const releaseScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;
