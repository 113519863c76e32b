/** Name of the environment variable with the folder that the recorded traffic goes to. */
export const trafficFolder = "TEST_TRAFFIC_FOLDER";
