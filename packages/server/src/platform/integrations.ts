/**
 * Connection settings of third-party services, which the User record hands to the user's
 * application (section 2.1 of the source description). They belong to an installation, so they are
 * configuration; the keys are secrets.
 */
export interface Integrations {
  readonly pubsub: {
    readonly enabled: boolean;
    readonly publish_key: string;
    readonly subscribe_key: string;
    readonly sub_channels: string[];
  };
  readonly file_upload: { readonly url: string; readonly api_key: string };
  readonly map_vendor: {
    readonly maps: {
      readonly api_url: string;
      readonly geocoding_url: string;
      readonly api_key: string;
      readonly client_id: string;
    };
  };
  /** Where streams of events are; a path is one of the service itself. */
  readonly sse: { readonly url: string; readonly telemetry_url: string; readonly notify_url: string };
  /** The monitoring service that POST /auth/monitor/user proves identity to. */
  readonly monitor: {
    readonly provider: string;
    /** Shared secret of the HMAC; null makes a random one at start, which no service can check. */
    readonly key: string | null;
  };
}

/** An installation without any third-party service. */
export const noIntegrations: Integrations = {
  pubsub: { enabled: false, publish_key: "", subscribe_key: "", sub_channels: [] },
  file_upload: { url: "", api_key: "" },
  map_vendor: { maps: { api_url: "", geocoding_url: "", api_key: "", client_id: "" } },
  sse: { url: "", telemetry_url: "/api/v1/monitoring/stream?channels=telemetry", notify_url: "" },
  monitor: { provider: "monitor", key: null },
};
