import type { VehicleExpense } from "@fleet-api/contract/types/vehicle_expenses";
import { bodyRefusal, createImport, createRecordChanges } from "../../records/index.ts";
import type { GroupOperations, GroupParts } from "../group.ts";
import { summarize } from "./summary.ts";
import { vehicleExpenses } from "./table.ts";

/** The operations of expenses that are not conventional. */
export function createOperations({ clock, authorize }: GroupParts) {
  const changes = createRecordChanges<VehicleExpense>(vehicleExpenses, clock);
  const importExpenses = createImport(
    vehicleExpenses,
    { clock, authorize },
    { matches: { external_id: ["vehicle_id", "external_id"] } },
  );
  return {
    vehicleExpensesSummary: (work, { query }) => summarize(work, query, clock.now()),
    vehicleExpensesImport: (work, call) =>
      importExpenses(work, { ...call, body: { ...call.body, match_on: "external_id" } }),
    vehicleExpensesReview: (work, { path, headers, body: { decision, reason: review_reason = null } }) => {
      if (decision === "reject" && review_reason === null) {
        throw bodyRefusal("reason", "is required to reject an expense", "required");
      }
      const body = { status: decision === "approve" ? "approved" : "rejected", review_reason };
      const columns = {
        status: "r.status",
        review_reason: "r.review_reason",
        reviewed_at: "change_instant()",
        reviewed_by_user_id: "request_user()",
      };
      return changes.set(work, path.vehicle_expense_id, { body, columns }, headers);
    },
    vehicleExpensesVoid: (work, { path, headers, body: { reason } }) => {
      const body = { status: "voided", void_reason: reason };
      const columns = {
        status: "r.status",
        void_reason: "r.void_reason",
        voided_at: "change_instant()",
        voided_by_user_id: "request_user()",
      };
      return changes.set(work, path.vehicle_expense_id, { body, columns }, headers);
    },
  } satisfies GroupOperations<"vehicleExpenses", typeof vehicleExpenses>;
}
