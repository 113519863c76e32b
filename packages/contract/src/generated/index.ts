/** Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`. */

import type { OperationRow } from "../operation-row.ts";
import { type AuthApi, type AuthenticationOperationTypes, authenticationOperations } from "./authentication.ts";
import { type UnitGroupsApi, type UnitGroupsOperationTypes, unitGroupsOperations } from "./unit_groups.ts";
import { type UnitsApi, type UnitsOperationTypes, unitsOperations } from "./units.ts";
import { type ClientsApi, type ClientsOperationTypes, clientsOperations } from "./clients.ts";
import { type VehiclesApi, type VehiclesOperationTypes, vehiclesOperations } from "./vehicles.ts";
import { type VehicleGroupsApi, type VehicleGroupsOperationTypes, vehicleGroupsOperations } from "./vehicle_groups.ts";
import { type MonitoringApi, type MonitoringOperationTypes, monitoringOperations } from "./monitoring.ts";
import { type DriversApi, type DriversOperationTypes, driversOperations } from "./drivers.ts";
import { type TestsApi, type TestsOperationTypes, testsOperations } from "./tests.ts";

/** All operations, by group and method. */
export interface Facade {
  auth: AuthApi;
  unitGroups: UnitGroupsApi;
  units: UnitsApi;
  clients: ClientsApi;
  vehicles: VehiclesApi;
  vehicleGroups: VehicleGroupsApi;
  monitoring: MonitoringApi;
  drivers: DriversApi;
  tests: TestsApi;
}

/** The types of every operation, by id. */
export interface OperationTypes extends AuthenticationOperationTypes, UnitGroupsOperationTypes, UnitsOperationTypes,
  ClientsOperationTypes, VehiclesOperationTypes, VehicleGroupsOperationTypes, MonitoringOperationTypes,
  DriversOperationTypes, TestsOperationTypes {}

/** The id of an operation. */
export type OperationId = keyof OperationTypes;

/** Every operation of the contract as data, by its id. */
export const operations = {
  ...authenticationOperations,
  ...unitGroupsOperations,
  ...unitsOperations,
  ...clientsOperations,
  ...vehiclesOperations,
  ...vehicleGroupsOperations,
  ...monitoringOperations,
  ...driversOperations,
  ...testsOperations,
} satisfies Readonly<Record<OperationId, OperationRow>>;
