/** Token store in Redis or Valkey. */
export {
  fromIoredis,
  fromNodeRedis,
  type Ioredis,
  type IoredisSubscriber,
  type NodeRedis,
  type NodeRedisSubscriber,
  type RedisClient,
} from "./redis/redis-client.ts";
export { redisStore, type RedisStoreOptions } from "./redis/redis-store.ts";
