/**
 * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.
 * Contract SHA-256: 209e6db3ea0530def875495583b30206164d211f4e48eca434cd46cd563e4e21
 */

/** An integer of `format: int64`: a number up to 2^53 - 1, beyond that an exact bigint. */
export type Int64 = number | bigint;

export interface paths {
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description Logs in with username and password. The new access token is in the `Authorization` response header, in the form
         *     `bearer <ACCESS_TOKEN>`; the body holds the User record. No bearer token is needed.
         *
         *     Starts a session; a user may have several sessions at the same time. After 10 failed logins within a minute
         *     for the same IP address and username, or 60 for one IP address, the response is 429.
         */
        post: operations["authLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the current token
         * @description Returns the current access token, in the form `bearer <ACCESS_TOKEN>`.
         *
         *     This is the newest token of the session, whichever valid token of the session was sent. Call it
         *     when you do not know which of two tokens is newer.
         */
        get: operations["authToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/registration/{registration_token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a submitted registration
         * @description Returns the data of a previously submitted user registration.
         *
         *     Reading the registration does not consume its token.
         */
        get: operations["authRegistration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/permission/{resource}/action/{action}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a permission
         * @description Reports whether the logged-in user may perform an action on a permission resource. The query parameters
         *     `partner_id`, `agency_id` and `client_id` scope the check; the hierarchy is partner, then agency, then client.
         *
         *     Without these parameters the check applies to the user's own scope. For a scope outside of it the response
         *     has `allow: false`; for an unknown resource or action it is 404.
         */
        get: operations["authPermission"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out
         * @description Ends the current session.
         *
         *     Every token of the session stops working immediately, superseded tokens included.
         */
        post: operations["authLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/reset/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a password reset
         * @description Requests a password reset for an e-mail address.
         *
         *     Sends a reset token to the address. The token works once, within 30 minutes. The response is the same whether or
         *     not a user has the address.
         */
        post: operations["authPasswordResetRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a password reset
         * @description Completes a password reset.
         *
         *     Sets a new password with the token of the reset message and ends every session of the user. The token works
         *     once, within 30 minutes.
         */
        post: operations["authPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/register/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a registration
         * @description Completes a new user's registration with a registration token.
         *
         *     Creates the user of the registration. The token is in the registration message and works once.
         */
        post: operations["authRegisterComplete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/monitor/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Authenticate with the monitoring service
         * @description Authenticates a logged-in user with a third-party monitoring service. The path segment `monitor` is a neutral
         *     stand-in for the name of that service.
         *
         *     The response contains a signed proof of identity.
         */
        post: operations["authMonitorUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/units/listing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List units
         * @description Returns the units, which are tracking devices, in pages. Keep requesting pages until `total` units were
         *     retrieved, or until a page returns fewer than `per_page` units.
         *
         *     Returns the units in the caller's scope, ordered by id.
         */
        get: operations["unitsListing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tests/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check connectivity
         * @description Checks connectivity.
         *
         *     Succeeds if the service reaches its database. An access token is optional.
         */
        get: operations["testsPing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Username and password. */
        LoginRequest: {
            /**
             * @description The name that the user logs in with.
             * @example demo-partner-admin
             */
            username: string;
            /**
             * Format: password
             * @description The password.
             * @example <PASSWORD>
             */
            password: string;
        };
        /**
         * Format: password
         * @description An access token in the form `bearer <ACCESS_TOKEN>`.
         * @example bearer <ACCESS_TOKEN>
         */
        BearerToken: string;
        /** @description The level of access of an account type. */
        AccessLevel: {
            /**
             * Format: int64
             * @description The level as a number.
             * @example 1
             */
            level: Int64;
            /**
             * @description Name of the level.
             * @example partner
             */
            name: string;
        };
        /** @description The kind of account that the user has. */
        AccountType: {
            /**
             * Format: int64
             * @description Identifies the account type.
             * @example 1
             */
            id: Int64;
            /**
             * @description Name of the account type.
             * @example Partner
             */
            name: string;
            /**
             * @description Description of the account type.
             * @example Works for the partner
             */
            description: string;
            access_level: components["schemas"]["AccessLevel"];
            /**
             * @description Product code, if there is one.
             * @example null
             */
            product_code: string | null;
            /**
             * Format: date-time
             * @description When the account type was created.
             * @example 2026-01-15T08:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the account type was last changed.
             * @example 2026-01-15T08:30:00.000Z
             */
            updated_at: string;
        };
        /**
         * @description Connection settings for push channels.
         *
         *     The channels of a publish-subscribe service.
         */
        PubSub: {
            /**
             * @description Whether the channel is in use.
             * @example false
             */
            enabled: boolean;
            /**
             * @description Identifies the user on the channel.
             * @example 8c7e6f1e-4d1b-4b5e-9a3e-2f6d7c8b9a10
             */
            uuid: string;
            /**
             * Format: password
             * @description A secret, shown as `<PUBLISH_KEY>`.
             *
             *     The key to publish with.
             * @example <PUBLISH_KEY>
             */
            publish_key: string;
            /**
             * Format: password
             * @description A secret, shown as `<SUBSCRIBE_KEY>`.
             *
             *     The key to subscribe with.
             * @example <SUBSCRIBE_KEY>
             */
            subscribe_key: string;
            /** @description Channels to subscribe to. */
            sub_channels: string[];
        };
        /**
         * @description The name `file_upload` is neutral and stands in for the name of a third-party file-upload provider.
         *
         *     Settings for uploads to it.
         */
        FileUpload: {
            /**
             * @description Address to upload to.
             * @example
             */
            url: string;
            /**
             * Format: password
             * @description A secret, shown as `<API_KEY>`.
             *
             *     The key of the provider.
             * @example <API_KEY>
             */
            api_key: string;
        };
        /** @description Addresses and key of the map provider. */
        MapVendorMaps: {
            /**
             * @description Address of the map API.
             * @example
             */
            api_url: string;
            /**
             * @description Address of the geocoding API.
             * @example
             */
            geocoding_url: string;
            /**
             * Format: password
             * @description A secret, shown as `<API_KEY>`.
             *
             *     The key of the provider.
             * @example <API_KEY>
             */
            api_key: string;
            /**
             * @description Client id at the provider.
             * @example
             */
            client_id: string;
        };
        /**
         * @description The name `map_vendor` is neutral and stands in for the name of a third-party map provider.
         *
         *     Settings for its maps.
         */
        MapVendor: {
            maps: components["schemas"]["MapVendorMaps"];
        };
        /**
         * @description Connection settings for push channels.
         *
         *     The addresses of streams of server-sent events.
         */
        Sse: {
            /**
             * @description Address of the general stream.
             * @example
             */
            url: string;
            /**
             * @description Address of the telemetry stream.
             * @example
             */
            telemetry_url: string;
            /**
             * @description Address of the notification stream.
             * @example
             */
            notify_url: string;
        };
        /** @description Addresses of the photo of the user. */
        UserPhotoUrls: {
            /**
             * @description The photo as uploaded.
             * @example
             */
            photo: string;
            /**
             * @description Large version.
             * @example
             */
            profile_large: string;
            /**
             * @description Medium version.
             * @example
             */
            profile_medium: string;
            /**
             * @description Small version.
             * @example
             */
            profile_small: string;
        };
        /** @description The partner that the user belongs to. */
        UserPartner: {
            /**
             * @description Identifies the partner; null if there is none.
             * @example p-1
             */
            id: string | null;
            /**
             * @description Name of the partner.
             * @example Demo Partner
             */
            name: string | null;
        };
        /** @description The agency that the user belongs to. */
        UserAgency: {
            /**
             * @description Identifies the agency; null if there is none.
             * @example null
             */
            id: string | null;
            /**
             * @description Name of the agency.
             * @example null
             */
            name: string | null;
        };
        /**
         * @description User preferences. Member names are exact.
         *
         *     The values belong to the application that stores them.
         */
        Settings: {
            /**
             * @description The preference `test`, which has no group.
             * @example
             */
            test: string;
            /**
             * @description The preference `theme`, which has no group.
             * @example system
             */
            theme: string;
            /**
             * @description The preference `theme` of the group `appearance`.
             * @example system
             */
            appearance_theme: string;
            /**
             * @description The preference `density` of the group `appearance`.
             * @example comfortable
             */
            appearance_density: string;
            /**
             * @description The preference `fontSize` of the group `appearance`.
             * @example medium
             */
            appearance_fontSize: string;
            /**
             * @description The preference `currency` of the group `general`.
             * @example EUR
             */
            general_currency: string;
            /**
             * @description The preference `language` of the group `general`.
             * @example en
             */
            general_language: string;
            /**
             * @description The preference `timezone` of the group `general`.
             * @example UTC
             */
            general_timezone: string;
            /**
             * @description The preference `dateFormat` of the group `general`.
             * @example YYYY-MM-DD
             */
            general_dateFormat: string;
            /**
             * @description The preference `timeFormat` of the group `general`.
             * @example HH:mm
             */
            general_timeFormat: string;
            /**
             * @description The preference `numberFormat` of the group `general`.
             * @example 1,234.56
             */
            general_numberFormat: string;
            /**
             * @description The preference `mapStyle` of the group `vehicles`.
             * @example streets
             */
            vehicles_mapStyle: string;
            /**
             * @description The preference `mapStyleDark` of the group `vehicles`.
             * @example dark
             */
            vehicles_mapStyleDark: string;
            /**
             * @description The preference `mapStyleLight` of the group `vehicles`.
             * @example light
             */
            vehicles_mapStyleLight: string;
            /**
             * @description The preference `mapProvider` of the group `vehicles`.
             * @example mapvendor
             */
            vehicles_mapProvider: string;
            /**
             * @description The preference `mapProviderDark` of the group `vehicles`.
             * @example mapvendor
             */
            vehicles_mapProviderDark: string;
            /**
             * @description The preference `mapProviderLight` of the group `vehicles`.
             * @example mapvendor
             */
            vehicles_mapProviderLight: string;
            /**
             * @description The preference `defaultMapType` of the group `vehicles`.
             * @example roadmap
             */
            vehicles_defaultMapType: string;
            /**
             * @description The preference `speedUnit` of the group `vehicles`.
             * @example km/h
             */
            vehicles_speedUnit: string;
            /**
             * @description The preference `distanceUnit` of the group `vehicles`.
             * @example km
             */
            vehicles_distanceUnit: string;
            /**
             * @description The name is neutral and stands in for a member named after a provider.
             *
             *     The map type of that provider.
             * @example roadmap
             */
            mapvendor_map_type_id: string;
            /**
             * @description The preference `defaultView` of the group `dashboard`.
             * @example map
             */
            dashboard_defaultView: string;
            /**
             * @description The preference `defaultFormat` of the group `reports`.
             * @example pdf
             */
            reports_defaultFormat: string;
            /**
             * @description The preference `defaultDateRange` of the group `reports`.
             * @example last_7_days
             */
            reports_defaultDateRange: string;
            /**
             * @description The preference `track_client_name` of the group `fleet`.
             * @example Demo Client 1
             */
            fleet_track_client_name: string;
            /**
             * @description The preference `default`, which has no group.
             * @example true
             */
            default: boolean;
            /**
             * @description The preference `track_open` of the group `fleet`.
             * @example false
             */
            fleet_track_open: boolean;
            /**
             * @description The preference `showLabels` of the group `vehicles`.
             * @example true
             */
            vehicles_showLabels: boolean;
            /**
             * @description The preference `showTraffic` of the group `vehicles`.
             * @example true
             */
            vehicles_showTraffic: boolean;
            /**
             * @description The preference `showDriverInfo` of the group `vehicles`.
             * @example true
             */
            vehicles_showDriverInfo: boolean;
            /**
             * @description The preference `showSpeedLimit` of the group `vehicles`.
             * @example true
             */
            vehicles_showSpeedLimit: boolean;
            /**
             * @description The preference `autoSelectClient` of the group `vehicles`.
             * @example false
             */
            vehicles_autoSelectClient: boolean;
            /**
             * @description The preference `autoRefresh` of the group `dashboard`.
             * @example false
             */
            dashboard_autoRefresh: boolean;
            /**
             * @description The preference `showActiveTrips` of the group `dashboard`.
             * @example true
             */
            dashboard_showActiveTrips: boolean;
            /**
             * @description The preference `showParkedVehicles` of the group `dashboard`.
             * @example true
             */
            dashboard_showParkedVehicles: boolean;
            /**
             * @description The preference `autoGenerate` of the group `reports`.
             * @example false
             */
            reports_autoGenerate: boolean;
            /**
             * @description The preference `includeCharts` of the group `reports`.
             * @example false
             */
            reports_includeCharts: boolean;
            /**
             * @description The preference `includeDetails` of the group `reports`.
             * @example false
             */
            reports_includeDetails: boolean;
            /**
             * @description The preference `shareAnalytics` of the group `privacy`.
             * @example false
             */
            privacy_shareAnalytics: boolean;
            /**
             * @description The preference `shareUsageData` of the group `privacy`.
             * @example false
             */
            privacy_shareUsageData: boolean;
            /**
             * @description The preference `rememberFilters` of the group `privacy`.
             * @example true
             */
            privacy_rememberFilters: boolean;
            /**
             * @description The preference `rememberLastClient` of the group `privacy`.
             * @example true
             */
            privacy_rememberLastClient: boolean;
            /**
             * @description The preference `sidebarCollapsed` of the group `appearance`.
             * @example false
             */
            appearance_sidebarCollapsed: boolean;
            /**
             * @description The preference `animationsEnabled` of the group `appearance`.
             * @example true
             */
            appearance_animationsEnabled: boolean;
            /**
             * @description The preference `enabled` of the group `notifications`.
             * @example true
             */
            notifications_enabled: boolean;
            /**
             * @description The preference `autoMarkRead` of the group `notifications`.
             * @example false
             */
            notifications_autoMarkRead: boolean;
            /**
             * @description The preference `criticalOnly` of the group `notifications`.
             * @example false
             */
            notifications_criticalOnly: boolean;
            /**
             * @description The preference `soundEnabled` of the group `notifications`.
             * @example true
             */
            notifications_soundEnabled: boolean;
            /**
             * @description The preference `emailNotifications` of the group `notifications`.
             * @example false
             */
            notifications_emailNotifications: boolean;
            /**
             * @description The preference `desktopNotifications` of the group `notifications`.
             * @example false
             */
            notifications_desktopNotifications: boolean;
            /**
             * Format: int64
             * @description The preference `defaultZoom` of the group `vehicles`.
             * @example 6
             */
            vehicles_defaultZoom: Int64;
            /**
             * Format: int64
             * @description The preference `track_client_id` of the group `fleet`.
             * @example 1
             */
            fleet_track_client_id: Int64;
            /**
             * Format: int64
             * @description The preference `itemsPerPage` of the group `dashboard`.
             * @example 50
             */
            dashboard_itemsPerPage: Int64;
            /**
             * Format: int64
             * @description The preference `refreshInterval` of the group `dashboard`.
             * @example 60
             */
            dashboard_refreshInterval: Int64;
            /**
             * Format: int64
             * @description The preference `firstDayOfWeek` of the group `general`.
             * @example 1
             */
            general_firstDayOfWeek: Int64;
            /**
             * Format: int64
             * @description The preference `sessionTimeout` of the group `privacy`.
             * @example 0
             */
            privacy_sessionTimeout: Int64;
            /**
             * Format: int64
             * @description The preference `refreshInterval` of the group `notifications`.
             * @example 60
             */
            notifications_refreshInterval: Int64;
            /** @description A list of strings. */
            someArray: string[];
            /** @description An object with one string. */
            someObject: {
                /**
                 * @description The string.
                 * @example value
                 */
                data: string;
            };
            /**
             * @description Widgets; the shape of an item is unspecified.
             * @example []
             */
            dashboard_widgets: unknown[];
            /** @description Which kinds of notifications the user wants. */
            notifications_types: {
                /**
                 * @description Messages.
                 * @example true
                 */
                message: boolean;
                /**
                 * @description Successes.
                 * @example true
                 */
                success: boolean;
                /**
                 * @description Warnings.
                 * @example true
                 */
                warning: boolean;
                /**
                 * @description Critical events.
                 * @example true
                 */
                critical: boolean;
            };
        };
        /**
         * @description Name for people.
         * @example View units
         */
        PermissionTitle: string;
        /** @description One action and whether the user may perform it. */
        PermissionGrant: {
            title: components["schemas"]["PermissionTitle"];
            /**
             * @description Whether the user may perform the action.
             * @example true
             */
            allow: boolean;
        };
        /** @description A permission resource that this contract does not name. */
        PermissionResource: {
            title: components["schemas"]["PermissionTitle"];
            /** @description The actions of the resource. */
            actions: {
                [key: string]: components["schemas"]["PermissionGrant"];
            };
        };
        /**
         * @description The permissions of the user per resource: `permissions.<resource>.actions.<action>.allow` says whether the user
         *     may perform an action.
         *
         *     The list is open: accept resources and actions that are not named here.
         * @example {
         *       "users": {
         *         "title": "Users",
         *         "actions": {
         *           "view": {
         *             "title": "View users",
         *             "allow": true
         *           },
         *           "create": {
         *             "title": "Create users",
         *             "allow": false
         *           },
         *           "edit": {
         *             "title": "Edit users",
         *             "allow": false
         *           },
         *           "delete": {
         *             "title": "Delete users",
         *             "allow": false
         *           }
         *         }
         *       },
         *       "partners": {
         *         "title": "Partners",
         *         "actions": {
         *           "view": {
         *             "title": "View partners",
         *             "allow": true
         *           },
         *           "create": {
         *             "title": "Create partners",
         *             "allow": false
         *           },
         *           "edit": {
         *             "title": "Edit partners",
         *             "allow": false
         *           },
         *           "delete": {
         *             "title": "Delete partners",
         *             "allow": false
         *           }
         *         }
         *       },
         *       "agencies": {
         *         "title": "Agencies",
         *         "actions": {
         *           "view": {
         *             "title": "View agencies",
         *             "allow": true
         *           },
         *           "create": {
         *             "title": "Create agencies",
         *             "allow": false
         *           },
         *           "edit": {
         *             "title": "Edit agencies",
         *             "allow": false
         *           },
         *           "delete": {
         *             "title": "Delete agencies",
         *             "allow": false
         *           }
         *         }
         *       },
         *       "clients": {
         *         "title": "Clients",
         *         "actions": {
         *           "view": {
         *             "title": "View clients",
         *             "allow": true
         *           },
         *           "create": {
         *             "title": "Create clients",
         *             "allow": false
         *           },
         *           "edit": {
         *             "title": "Edit clients",
         *             "allow": false
         *           },
         *           "delete": {
         *             "title": "Delete clients",
         *             "allow": false
         *           },
         *           "asset_transfer": {
         *             "title": "Transfer assets of clients",
         *             "allow": false
         *           }
         *         }
         *       },
         *       "user_profile": {
         *         "title": "User profile",
         *         "actions": {
         *           "view": {
         *             "title": "View user profile",
         *             "allow": true
         *           },
         *           "edit": {
         *             "title": "Edit user profile",
         *             "allow": false
         *           }
         *         }
         *       },
         *       "unit_groups": {
         *         "title": "Unit groups",
         *         "actions": {
         *           "view": {
         *             "title": "View unit groups",
         *             "allow": true
         *           },
         *           "create": {
         *             "title": "Create unit groups",
         *             "allow": false
         *           },
         *           "edit": {
         *             "title": "Edit unit groups",
         *             "allow": false
         *           },
         *           "delete": {
         *             "title": "Delete unit groups",
         *             "allow": false
         *           }
         *         }
         *       },
         *       "unit_commands": {
         *         "title": "Unit commands",
         *         "actions": {
         *           "view": {
         *             "title": "View unit commands",
         *             "allow": true
         *           },
         *           "create": {
         *             "title": "Create unit commands",
         *             "allow": false
         *           },
         *           "edit": {
         *             "title": "Edit unit commands",
         *             "allow": false
         *           },
         *           "delete": {
         *             "title": "Delete unit commands",
         *             "allow": false
         *           },
         *           "manage_permissions": {
         *             "title": "Manage permissions of unit commands",
         *             "allow": false
         *           },
         *           "send_commands": {
         *             "title": "Send commands to units",
         *             "allow": false
         *           },
         *           "view_command_logs": {
         *             "title": "View command logs",
         *             "allow": true
         *           }
         *         }
         *       },
         *       "units": {
         *         "title": "Units",
         *         "actions": {
         *           "view": {
         *             "title": "View units",
         *             "allow": true
         *           },
         *           "create": {
         *             "title": "Create units",
         *             "allow": false
         *           },
         *           "edit": {
         *             "title": "Edit units",
         *             "allow": false
         *           },
         *           "delete": {
         *             "title": "Delete units",
         *             "allow": false
         *           },
         *           "units_basic_edit": {
         *             "title": "Edit basic data of units",
         *             "allow": false
         *           },
         *           "units_technical": {
         *             "title": "Edit technical data of units",
         *             "allow": false
         *           },
         *           "unit_swapping": {
         *             "title": "Swap units",
         *             "allow": false
         *           },
         *           "assign_sim_cards": {
         *             "title": "Assign SIM cards",
         *             "allow": false
         *           },
         *           "units_transfer": {
         *             "title": "Transfer units",
         *             "allow": false
         *           }
         *         }
         *       },
         *       "unit_cfg_templates": {
         *         "title": "Unit configuration templates",
         *         "actions": {
         *           "view": {
         *             "title": "View unit configuration templates",
         *             "allow": true
         *           },
         *           "create": {
         *             "title": "Create unit configuration templates",
         *             "allow": false
         *           },
         *           "edit": {
         *             "title": "Edit unit configuration templates",
         *             "allow": false
         *           },
         *           "delete": {
         *             "title": "Delete unit configuration templates",
         *             "allow": false
         *           }
         *         }
         *       },
         *       "maps": {
         *         "title": "Maps",
         *         "actions": {
         *           "map_safe_zones": {
         *             "title": "Use safe zones",
         *             "allow": false
         *           },
         *           "map_location_finding": {
         *             "title": "Find locations",
         *             "allow": false
         *           },
         *           "map_directions": {
         *             "title": "Use directions",
         *             "allow": false
         *           },
         *           "map_markers": {
         *             "title": "Use markers",
         *             "allow": false
         *           },
         *           "map_routing": {
         *             "title": "Use routing",
         *             "allow": false
         *           }
         *         }
         *       },
         *       "vehicles": {
         *         "title": "Vehicles",
         *         "actions": {
         *           "view": {
         *             "title": "View vehicles",
         *             "allow": true
         *           },
         *           "create": {
         *             "title": "Create vehicles",
         *             "allow": false
         *           },
         *           "vehicles_admin_edit": {
         *             "title": "Edit administrative data of vehicles",
         *             "allow": false
         *           },
         *           "vehicles_technical_edit": {
         *             "title": "Edit technical data of vehicles",
         *             "allow": false
         *           },
         *           "vehicles_basic_edit": {
         *             "title": "Edit basic data of vehicles",
         *             "allow": false
         *           },
         *           "delete": {
         *             "title": "Delete vehicles",
         *             "allow": false
         *           },
         *           "assign_units": {
         *             "title": "Assign units to vehicles",
         *             "allow": false
         *           }
         *         }
         *       },
         *       "vehicle_groups": {
         *         "title": "Vehicle groups",
         *         "actions": {
         *           "view": {
         *             "title": "View vehicle groups",
         *             "allow": true
         *           },
         *           "create": {
         *             "title": "Create vehicle groups",
         *             "allow": false
         *           },
         *           "edit": {
         *             "title": "Edit vehicle groups",
         *             "allow": false
         *           },
         *           "delete": {
         *             "title": "Delete vehicle groups",
         *             "allow": false
         *           }
         *         }
         *       },
         *       "vehicle_expenses": {
         *         "title": "Vehicle expenses",
         *         "actions": {
         *           "view": {
         *             "title": "View vehicle expenses",
         *             "allow": true
         *           },
         *           "create": {
         *             "title": "Create vehicle expenses",
         *             "allow": false
         *           },
         *           "edit": {
         *             "title": "Edit vehicle expenses",
         *             "allow": false
         *           },
         *           "delete": {
         *             "title": "Delete vehicle expenses",
         *             "allow": false
         *           }
         *         }
         *       },
         *       "vehicle_expense_types": {
         *         "title": "Vehicle expense types",
         *         "actions": {
         *           "view": {
         *             "title": "View vehicle expense types",
         *             "allow": true
         *           },
         *           "create": {
         *             "title": "Create vehicle expense types",
         *             "allow": false
         *           },
         *           "edit": {
         *             "title": "Edit vehicle expense types",
         *             "allow": false
         *           },
         *           "delete": {
         *             "title": "Delete vehicle expense types",
         *             "allow": false
         *           }
         *         }
         *       },
         *       "drivers": {
         *         "title": "Drivers",
         *         "actions": {
         *           "view": {
         *             "title": "View drivers",
         *             "allow": true
         *           },
         *           "create": {
         *             "title": "Create drivers",
         *             "allow": false
         *           },
         *           "edit": {
         *             "title": "Edit drivers",
         *             "allow": false
         *           },
         *           "delete": {
         *             "title": "Delete drivers",
         *             "allow": false
         *           },
         *           "assign_vehicles": {
         *             "title": "Assign vehicles to drivers",
         *             "allow": false
         *           }
         *         }
         *       },
         *       "monitoring": {
         *         "title": "Monitoring",
         *         "actions": {
         *           "view": {
         *             "title": "View monitoring",
         *             "allow": true
         *           },
         *           "view_history": {
         *             "title": "View position history",
         *             "allow": true
         *           },
         *           "view_events": {
         *             "title": "View events",
         *             "allow": true
         *           },
         *           "acknowledge_events": {
         *             "title": "Acknowledge events",
         *             "allow": false
         *           },
         *           "edit_trips": {
         *             "title": "Edit trips",
         *             "allow": false
         *           },
         *           "ingest": {
         *             "title": "Ingest positions",
         *             "allow": false
         *           }
         *         }
         *       }
         *     }
         */
        Permissions: {
            /**
             * Users
             * @description Permissions on the resource `users`.
             */
            users: {
                title: components["schemas"]["PermissionTitle"];
                /** @description The actions of `users`. */
                actions: {
                    /** View users */
                    view: components["schemas"]["PermissionGrant"];
                    /** Create users */
                    create: components["schemas"]["PermissionGrant"];
                    /** Edit users */
                    edit: components["schemas"]["PermissionGrant"];
                    /** Delete users */
                    delete: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            /**
             * Partners
             * @description Permissions on the resource `partners`.
             */
            partners: {
                title: components["schemas"]["PermissionTitle"];
                /** @description The actions of `partners`. */
                actions: {
                    /** View partners */
                    view: components["schemas"]["PermissionGrant"];
                    /** Create partners */
                    create: components["schemas"]["PermissionGrant"];
                    /** Edit partners */
                    edit: components["schemas"]["PermissionGrant"];
                    /** Delete partners */
                    delete: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            /**
             * Agencies
             * @description Permissions on the resource `agencies`.
             */
            agencies: {
                title: components["schemas"]["PermissionTitle"];
                /** @description The actions of `agencies`. */
                actions: {
                    /** View agencies */
                    view: components["schemas"]["PermissionGrant"];
                    /** Create agencies */
                    create: components["schemas"]["PermissionGrant"];
                    /** Edit agencies */
                    edit: components["schemas"]["PermissionGrant"];
                    /** Delete agencies */
                    delete: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            /**
             * Clients
             * @description Permissions on the resource `clients`.
             */
            clients: {
                title: components["schemas"]["PermissionTitle"];
                /** @description The actions of `clients`. */
                actions: {
                    /** View clients */
                    view: components["schemas"]["PermissionGrant"];
                    /** Create clients */
                    create: components["schemas"]["PermissionGrant"];
                    /** Edit clients */
                    edit: components["schemas"]["PermissionGrant"];
                    /** Delete clients */
                    delete: components["schemas"]["PermissionGrant"];
                    /** Transfer assets of clients */
                    asset_transfer: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            /**
             * User profile
             * @description Permissions on the resource `user_profile`.
             */
            user_profile: {
                title: components["schemas"]["PermissionTitle"];
                /** @description The actions of `user_profile`. */
                actions: {
                    /** View user profile */
                    view: components["schemas"]["PermissionGrant"];
                    /** Edit user profile */
                    edit: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            /**
             * Unit groups
             * @description Permissions on the resource `unit_groups`.
             */
            unit_groups: {
                title: components["schemas"]["PermissionTitle"];
                /** @description The actions of `unit_groups`. */
                actions: {
                    /** View unit groups */
                    view: components["schemas"]["PermissionGrant"];
                    /** Create unit groups */
                    create: components["schemas"]["PermissionGrant"];
                    /** Edit unit groups */
                    edit: components["schemas"]["PermissionGrant"];
                    /** Delete unit groups */
                    delete: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            /**
             * Unit commands
             * @description Permissions on the resource `unit_commands`.
             */
            unit_commands: {
                title: components["schemas"]["PermissionTitle"];
                /** @description The actions of `unit_commands`. */
                actions: {
                    /** View unit commands */
                    view: components["schemas"]["PermissionGrant"];
                    /** Create unit commands */
                    create: components["schemas"]["PermissionGrant"];
                    /** Edit unit commands */
                    edit: components["schemas"]["PermissionGrant"];
                    /** Delete unit commands */
                    delete: components["schemas"]["PermissionGrant"];
                    /** Manage permissions of unit commands */
                    manage_permissions: components["schemas"]["PermissionGrant"];
                    /** Send commands to units */
                    send_commands: components["schemas"]["PermissionGrant"];
                    /** View command logs */
                    view_command_logs: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            /**
             * Units
             * @description Permissions on the resource `units`.
             */
            units: {
                title: components["schemas"]["PermissionTitle"];
                /** @description The actions of `units`. */
                actions: {
                    /** View units */
                    view: components["schemas"]["PermissionGrant"];
                    /** Create units */
                    create: components["schemas"]["PermissionGrant"];
                    /** Edit units */
                    edit: components["schemas"]["PermissionGrant"];
                    /** Delete units */
                    delete: components["schemas"]["PermissionGrant"];
                    /** Edit basic data of units */
                    units_basic_edit: components["schemas"]["PermissionGrant"];
                    /** Edit technical data of units */
                    units_technical: components["schemas"]["PermissionGrant"];
                    /** Swap units */
                    unit_swapping: components["schemas"]["PermissionGrant"];
                    /** Assign SIM cards */
                    assign_sim_cards: components["schemas"]["PermissionGrant"];
                    /** Transfer units */
                    units_transfer: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            /**
             * Unit configuration templates
             * @description Permissions on the resource `unit_cfg_templates`.
             */
            unit_cfg_templates: {
                title: components["schemas"]["PermissionTitle"];
                /** @description The actions of `unit_cfg_templates`. */
                actions: {
                    /** View unit configuration templates */
                    view: components["schemas"]["PermissionGrant"];
                    /** Create unit configuration templates */
                    create: components["schemas"]["PermissionGrant"];
                    /** Edit unit configuration templates */
                    edit: components["schemas"]["PermissionGrant"];
                    /** Delete unit configuration templates */
                    delete: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            /**
             * Maps
             * @description Permissions on the resource `maps`.
             */
            maps: {
                title: components["schemas"]["PermissionTitle"];
                /** @description The actions of `maps`. */
                actions: {
                    /** Use safe zones */
                    map_safe_zones: components["schemas"]["PermissionGrant"];
                    /** Find locations */
                    map_location_finding: components["schemas"]["PermissionGrant"];
                    /** Use directions */
                    map_directions: components["schemas"]["PermissionGrant"];
                    /** Use markers */
                    map_markers: components["schemas"]["PermissionGrant"];
                    /** Use routing */
                    map_routing: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            /**
             * Vehicles
             * @description Permissions on the resource `vehicles`.
             */
            vehicles: {
                title: components["schemas"]["PermissionTitle"];
                /** @description The actions of `vehicles`. */
                actions: {
                    /** View vehicles */
                    view: components["schemas"]["PermissionGrant"];
                    /** Create vehicles */
                    create: components["schemas"]["PermissionGrant"];
                    /** Edit administrative data of vehicles */
                    vehicles_admin_edit: components["schemas"]["PermissionGrant"];
                    /** Edit technical data of vehicles */
                    vehicles_technical_edit: components["schemas"]["PermissionGrant"];
                    /** Edit basic data of vehicles */
                    vehicles_basic_edit: components["schemas"]["PermissionGrant"];
                    /** Delete vehicles */
                    delete: components["schemas"]["PermissionGrant"];
                    /** Assign units to vehicles */
                    assign_units: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            /**
             * Vehicle groups
             * @description Permissions on the resource `vehicle_groups`.
             */
            vehicle_groups: {
                title: components["schemas"]["PermissionTitle"];
                /** @description The actions of `vehicle_groups`: view, create, and possibly more. */
                actions: {
                    /** View vehicle groups */
                    view: components["schemas"]["PermissionGrant"];
                    /** Create vehicle groups */
                    create: components["schemas"]["PermissionGrant"];
                    /** Edit vehicle groups */
                    edit: components["schemas"]["PermissionGrant"];
                    /** Delete vehicle groups */
                    delete: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            /**
             * Vehicle expenses
             * @description Permissions on the resource `vehicle_expenses`.
             */
            vehicle_expenses: {
                title: components["schemas"]["PermissionTitle"];
                /** @description The actions of `vehicle_expenses`. */
                actions: {
                    /** View vehicle expenses */
                    view: components["schemas"]["PermissionGrant"];
                    /** Create vehicle expenses */
                    create: components["schemas"]["PermissionGrant"];
                    /** Edit vehicle expenses */
                    edit: components["schemas"]["PermissionGrant"];
                    /** Delete vehicle expenses */
                    delete: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            /**
             * Vehicle expense types
             * @description Permissions on the resource `vehicle_expense_types`.
             */
            vehicle_expense_types: {
                title: components["schemas"]["PermissionTitle"];
                /** @description The actions of `vehicle_expense_types`. */
                actions: {
                    /** View vehicle expense types */
                    view: components["schemas"]["PermissionGrant"];
                    /** Create vehicle expense types */
                    create: components["schemas"]["PermissionGrant"];
                    /** Edit vehicle expense types */
                    edit: components["schemas"]["PermissionGrant"];
                    /** Delete vehicle expense types */
                    delete: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            /**
             * Drivers
             * @description Permissions on the resource `drivers`.
             */
            drivers: {
                title: components["schemas"]["PermissionTitle"];
                /** @description The actions of `drivers`. */
                actions: {
                    /** View drivers */
                    view: components["schemas"]["PermissionGrant"];
                    /** Create drivers */
                    create: components["schemas"]["PermissionGrant"];
                    /** Edit drivers */
                    edit: components["schemas"]["PermissionGrant"];
                    /** Delete drivers */
                    delete: components["schemas"]["PermissionGrant"];
                    /** Assign vehicles to drivers */
                    assign_vehicles: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            /**
             * Monitoring
             * @description Permissions on the resource `monitoring`.
             */
            monitoring: {
                title: components["schemas"]["PermissionTitle"];
                /** @description The actions of `monitoring`. */
                actions: {
                    /** View monitoring */
                    view: components["schemas"]["PermissionGrant"];
                    /** View position history */
                    view_history: components["schemas"]["PermissionGrant"];
                    /** View events */
                    view_events: components["schemas"]["PermissionGrant"];
                    /** Acknowledge events */
                    acknowledge_events: components["schemas"]["PermissionGrant"];
                    /** Edit trips */
                    edit_trips: components["schemas"]["PermissionGrant"];
                    /** Ingest positions */
                    ingest: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
        } & {
            [key: string]: components["schemas"]["PermissionResource"];
        };
        /** @description The User record, returned in `data` by POST /auth/login. Field names are exact. */
        User: {
            /**
             * Format: int64
             * @description Identifies the user.
             * @example 1
             */
            id: Int64;
            account_type: components["schemas"]["AccountType"];
            /**
             * @description The name that the user logs in with.
             * @example demo-partner-admin
             */
            username: string;
            /**
             * @description E-mail address.
             * @example demo-partner-admin@example.com
             */
            email: string;
            /**
             * @description Form of address.
             * @example
             */
            title: string;
            /**
             * @description First name of the user.
             * @example Demo
             */
            first_name: string;
            /**
             * @description Last name of the user.
             * @example Partner Admin
             */
            last_name: string;
            /**
             * @description First and last name.
             * @example Demo Partner Admin
             */
            full_name: string;
            /**
             * @description Position in the organisation.
             * @example Administrator
             */
            position: string;
            /**
             * Format: int64
             * @description Employee number.
             * @example 1001
             */
            employee_no: Int64;
            /**
             * Format: int64
             * @description Mobile phone number, digits only.
             * @example 12025550101
             */
            cellphone: Int64;
            /**
             * Format: int64
             * @description National identity number.
             * @example 100000001
             */
            national_id: Int64;
            /**
             * @description Map from a timezone name to a string.
             * @example {
             *       "UTC": "UTC"
             *     }
             */
            timezone: {
                [key: string]: string;
            };
            /**
             * @description Map from a country code to a string.
             * @example {
             *       "KE": "Kenya"
             *     }
             */
            country: {
                [key: string]: string;
            };
            /**
             * @description Map from a language code to a string.
             * @example {
             *       "en": "English"
             *     }
             */
            language: {
                [key: string]: string;
            };
            /**
             * @description Whether the user is logged in.
             * @example true
             */
            logged_in: boolean;
            /**
             * @description IP address of the last request.
             * @example 127.0.0.1
             */
            ip: string;
            /**
             * Format: date-time
             * @description When the user was created.
             * @example 2026-01-15T08:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the user was last changed.
             * @example 2026-01-15T08:30:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the user last used the service.
             * @example 2026-01-15T08:30:00.000Z
             */
            accessed_at: string;
            /**
             * @description Path of the last request.
             * @example /auth/login
             */
            accessed_route: string;
            pubsub: components["schemas"]["PubSub"];
            file_upload: components["schemas"]["FileUpload"];
            map_vendor: components["schemas"]["MapVendor"];
            sse: components["schemas"]["Sse"];
            user_photo_urls: components["schemas"]["UserPhotoUrls"];
            partner: components["schemas"]["UserPartner"];
            agency: components["schemas"]["UserAgency"];
            /**
             * @description Clients; the shape of an item is unspecified.
             * @example [
             *       {
             *         "id": 1,
             *         "name": "Demo Client 1"
             *       }
             *     ]
             */
            clients: unknown[];
            settings: components["schemas"]["Settings"];
            permissions: components["schemas"]["Permissions"];
        };
        /**
         * @description Informational messages about a successful operation.
         *
         *     Each has the form `code: text`.
         */
        Notices: string[];
        /** @description The envelope of User. */
        LoginEnvelope: {
            data: components["schemas"]["User"];
            notices?: components["schemas"]["Notices"];
        };
        /**
         * @description The stable code of a problem; programs switch on it.
         *
         *     - `malformed_request`: the request cannot be parsed: broken JSON or UTF-8, a NUL character, a duplicate key or header, a broken percent-encoding (400). Correct the request; a retry fails in the same way.
         *     - `unauthenticated`: there is no access token, or one that the service does not know (401). Log in and send the token in the `Authorization` header.
         *     - `invalid_credentials`: the username or the password of a login is wrong (401). Ask the user for them again.
         *     - `token_expired`: the access token was superseded, or left unused, more than 7 days ago (401). Log in again.
         *     - `token_revoked`: the session of the access token has ended, by a logout or a new password (401). Log in again.
         *     - `permission_denied`: the user lacks the permission in `required_permission` (403). Ask an administrator for it.
         *     - `not_found`: there is no such record or path, or it is outside the caller's scope (404).
         *     - `unknown_permission`: there is no such permission resource or action (404). If the resource exists, `detail` lists its actions.
         *     - `method_not_allowed`: the path does not have this method (405). The `Allow` header lists those it has.
         *     - `request_timeout`: the request did not arrive in time (408). Send it again.
         *     - `duplicate`: another record already has this value (409). Choose another value.
         *     - `gone`: the one-time token was used, was replaced by a newer one, or has expired (410). Request a new one.
         *     - `payload_too_large`: the body is larger than the operation accepts (413). Send less.
         *     - `unsupported_media_type`: the body is not `application/json`, or it has a content coding (415). Send plain JSON.
         *     - `validation_failed`: the request parses but breaks the contract (422). `errors` lists the findings; correct them all.
         *     - `too_many_requests`: there were too many attempts (429). Wait `retry_after_s` seconds.
         *     - `headers_too_large`: the request line and the headers are larger than the service accepts (431). Send less.
         *     - `internal_error`: the service failed (500). Report the `request_id`.
         *     - `unavailable`: the service is temporarily unavailable (503). Try again after `retry_after_s` seconds.
         * @example validation_failed
         * @enum {string}
         */
        ProblemCode: "malformed_request" | "unauthenticated" | "invalid_credentials" | "token_expired" | "token_revoked" | "permission_denied" | "not_found" | "unknown_permission" | "method_not_allowed" | "request_timeout" | "duplicate" | "gone" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "too_many_requests" | "headers_too_large" | "internal_error" | "unavailable";
        /**
         * @description The rule that a value breaks; programs switch on it.
         *
         *     - `required`: a required value is missing
         *     - `type`: the value has the wrong type
         *     - `enum`: the value is not in the list of accepted values; `allowed_values` has them
         *     - `const`: only one value is accepted, and this is not it
         *     - `format`: the value does not have the required format, such as a date or a time zone
         *     - `pattern`: the text does not match the required pattern
         *     - `min_length`: the text is too short
         *     - `max_length`: the text is too long
         *     - `minimum`: the number is too small
         *     - `maximum`: the number is too large
         *     - `multiple_of`: the number is not a multiple of the required step
         *     - `min_items`: the list has too few items
         *     - `max_items`: the list has too many items
         *     - `unique_items`: an item is in the list more than once
         *     - `min_properties`: the object has too few properties
         *     - `max_properties`: the object has too many properties
         *     - `unknown_property`: the object does not have this property
         *     - `unknown_parameter`: the operation does not have this parameter
         *     - `repeated_parameter`: the parameter is given more than once
         *     - `unexpected_body`: the operation takes no body
         *     - `invalid`: the value breaks a rule that has no code of its own; `detail` says which
         * @example maximum
         * @enum {string}
         */
        FindingCode: "required" | "type" | "enum" | "const" | "format" | "pattern" | "min_length" | "max_length" | "minimum" | "maximum" | "multiple_of" | "min_items" | "max_items" | "unique_items" | "min_properties" | "max_properties" | "unknown_property" | "unknown_parameter" | "repeated_parameter" | "unexpected_body" | "invalid";
        /** @description One place where a request breaks the contract. */
        Finding: {
            /**
             * @description Where the value is.
             *
             *     - `body`: in the body; `pointer` says where
             *     - `query`: in a query parameter
             *     - `path`: in a path parameter
             *     - `header`: in a header
             * @example query
             * @enum {string}
             */
            in: "body" | "query" | "path" | "header";
            /**
             * @description RFC 6901 pointer into the body, empty for the whole body; null for parameters and headers.
             * @example null
             */
            pointer: string | null;
            /**
             * @description Name of the parameter or header; null in the body.
             * @example per_page
             */
            name: string | null;
            /** @example maximum */
            code: components["schemas"]["FindingCode"];
            /**
             * @description What is wrong and what is accepted.
             * @example must be an integer from 1 to 200
             */
            detail: string;
            /**
             * @description The accepted values, if they are a closed list; otherwise null.
             * @example null
             */
            allowed_values: string[] | null;
        };
        /** @description The permission that the user lacks, with the code `permission_denied`. */
        RequiredPermission: {
            /**
             * @description Permission resource.
             * @example units
             */
            resource: string;
            /**
             * @description Action of the resource.
             * @example view
             */
            action: string;
            /**
             * @description The action in words.
             * @example View units
             */
            title: string;
        };
        /** @description An error, in the form of RFC 9457. */
        Problem: {
            /**
             * Format: uri-reference
             * @description Identifies the kind of problem. The service has a page about it at this path; the last segment is `code`.
             * @example /problems/validation_failed
             */
            type: string;
            /**
             * @description The kind of problem in a few words, the same for every occurrence.
             * @example The request breaks the contract
             */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status.
             * @example 422
             */
            status: number;
            /**
             * @description What was wrong this time and what to do.
             * @example per_page must be an integer from 1 to 200.
             */
            detail: string;
            /**
             * Format: uri-reference
             * @description The path of the request, without the secrets in it.
             * @example /api/v1/units/listing
             */
            instance: string;
            code: components["schemas"]["ProblemCode"];
            /**
             * @description The same as the `X-Request-Id` response header.
             * @example 01JD3K8Z5Y7Q2M4N6P8R0T1V3X
             */
            request_id: string;
            /**
             * Format: date-time
             * @description When the problem occurred, UTC.
             * @example 2026-01-15T08:30:00.000Z
             */
            timestamp: string;
            /** @description The findings, with the code `validation_failed`. At most the first 50; `detail` gives the total number. */
            errors?: components["schemas"]["Finding"][];
            required_permission?: components["schemas"]["RequiredPermission"];
            /**
             * Format: int32
             * @description How many seconds to wait before another attempt, with the codes `too_many_requests` and `unavailable`.
             * @example 30
             */
            retry_after_s?: number;
        };
        /** @description The current access token. */
        CurrentToken: {
            token: components["schemas"]["BearerToken"];
        };
        /** @description The envelope of CurrentToken. */
        CurrentTokenEnvelope: {
            data: components["schemas"]["CurrentToken"];
            notices?: components["schemas"]["Notices"];
        };
        /** @description A partner or an agency in a registration. */
        OrganisationName: {
            /**
             * @description Identifies the partner or agency; null if there is none.
             * @example p-1
             */
            id: string | null;
            /**
             * @description Name of the partner or agency; null if there is none.
             * @example Demo Partner
             */
            name: string | null;
        };
        /** @description A user registration that has not been completed. */
        Registration: {
            /**
             * @description E-mail address that the registration was sent to.
             * @example new.user@example.com
             */
            email: string;
            /**
             * @description First name; null if none was given.
             * @example New
             */
            first_name: string | null;
            /**
             * @description Last name; null if none was given.
             * @example User
             */
            last_name: string | null;
            partner: components["schemas"]["OrganisationName"];
            agency: components["schemas"]["OrganisationName"];
            /**
             * Format: date-time
             * @description When the registration token stops working, UTC.
             * @example 2026-01-22T08:30:00.000Z
             */
            expires_at: string;
        };
        /** @description The envelope of Registration. */
        RegistrationEnvelope: {
            data: components["schemas"]["Registration"];
            notices?: components["schemas"]["Notices"];
        };
        /** @description The scope that the request of a permission check names. */
        PermissionScope: {
            /**
             * @description The partner; null if none was given.
             * @example p-1
             */
            partner_id: string | null;
            /**
             * @description The agency; null if none was given.
             * @example a-1
             */
            agency_id: string | null;
            /**
             * Format: int64
             * @description The client; null if none was given.
             * @example 1
             */
            client_id: Int64 | null;
        };
        /** @description Whether the logged-in user may perform an action in a scope. */
        PermissionCheck: {
            /**
             * @description The permission resource that was checked.
             * @example units
             */
            resource: string;
            /**
             * @description The action that was checked.
             * @example view
             */
            action: string;
            /**
             * @description The action in words.
             * @example View units
             */
            title: string;
            /**
             * @description Whether the user may perform the action in the scope.
             * @example true
             */
            allow: boolean;
            scope: components["schemas"]["PermissionScope"];
        };
        /** @description The envelope of PermissionCheck. */
        PermissionCheckEnvelope: {
            data: components["schemas"]["PermissionCheck"];
            notices?: components["schemas"]["Notices"];
        };
        /** @description The end of the session. */
        LogoutResult: {
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            logged_out: true;
            /**
             * Format: date-time
             * @description When the session ended, UTC.
             * @example 2026-01-15T08:30:00.000Z
             */
            logged_out_at: string;
        };
        /** @description The envelope of LogoutResult. */
        LogoutEnvelope: {
            data: components["schemas"]["LogoutResult"];
            notices?: components["schemas"]["Notices"];
        };
        /** @description Whose password to reset. */
        PasswordResetRequest: {
            /**
             * Format: email
             * @description The e-mail address of the user.
             * @example demo-partner-admin@example.com
             */
            email: string;
        };
        /** @description The request was accepted. The response is the same for an address that no user has. */
        PasswordResetRequestResult: {
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            accepted: true;
        };
        /** @description The envelope of PasswordResetRequestResult. */
        PasswordResetRequestEnvelope: {
            data: components["schemas"]["PasswordResetRequestResult"];
            notices?: components["schemas"]["Notices"];
        };
        /** @description The reset token and the new password. */
        PasswordReset: {
            /**
             * Format: password
             * @description The token of the reset message.
             * @example <RESET_TOKEN>
             */
            token: string;
            /**
             * Format: password
             * @description The new password, 10 to 256 characters.
             * @example <PASSWORD>
             */
            password: string;
        };
        /** @description The password was changed and every session of the user has ended. */
        PasswordResetResult: {
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            reset: true;
        };
        /** @description The envelope of PasswordResetResult. */
        PasswordResetEnvelope: {
            data: components["schemas"]["PasswordResetResult"];
            notices?: components["schemas"]["Notices"];
        };
        /** @description The registration token and the data of the new user. */
        RegistrationCompletion: {
            /**
             * Format: password
             * @description The token of the registration message.
             * @example <REGISTRATION_TOKEN>
             */
            registration_token: string;
            /**
             * @description The name to log in with: letters, digits, `.`, `_` and `-`.
             * @example new.user
             */
            username: string;
            /**
             * Format: password
             * @description The password, 10 to 256 characters.
             * @example <PASSWORD>
             */
            password: string;
            /**
             * @description First name of the user.
             * @example New
             */
            first_name: string;
            /**
             * @description Last name of the user.
             * @example User
             */
            last_name: string;
            /**
             * @description The IANA name of the time zone; null or absent for UTC. An unknown name is refused with 422 and a finding with
             *     the code `format`.
             * @example Europe/Berlin
             */
            timezone?: string | null;
            /**
             * @description The language as a BCP 47 tag of language, script and region, such as `pt-BR`; null or absent for `en`.
             * @example en
             */
            language?: string | null;
        };
        /** @description The new user. */
        RegistrationCompletionResult: {
            /**
             * Format: int64
             * @description Identifies the new user.
             * @example 10
             */
            user_id: Int64;
            /**
             * @description The name to log in with.
             * @example new.user
             */
            username: string;
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            completed: true;
        };
        /** @description The envelope of RegistrationCompletionResult. */
        RegistrationCompletionEnvelope: {
            data: components["schemas"]["RegistrationCompletionResult"];
            notices?: components["schemas"]["Notices"];
        };
        /** @description A proof of identity for the monitoring service. */
        MonitorIdentity: {
            /**
             * @description Name of the monitoring service.
             * @example monitor
             */
            provider: string;
            /**
             * @description Identifies the user at the monitoring service.
             * @example 1
             */
            user_id: string;
            /**
             * Format: password
             * @description HMAC-SHA-256 over provider, user_id and issued_at, joined by newlines, in lower-case hexadecimal.
             * @example <SIGNATURE>
             */
            signature: string;
            /**
             * Format: date-time
             * @description When the proof was issued, UTC.
             * @example 2026-01-15T08:30:00.000Z
             */
            issued_at: string;
        };
        /** @description The envelope of MonitorIdentity. */
        MonitorIdentityEnvelope: {
            data: components["schemas"]["MonitorIdentity"];
            notices?: components["schemas"]["Notices"];
        };
        /**
         * @description The lifecycle state of the unit, independent of its connection.
         *
         *     - `in_stock`: not installed yet
         *     - `active`: in use
         *     - `suspended`: installed, temporarily out of use
         *     - `faulty`: installed, but defective
         *     - `decommissioned`: permanently out of use
         * @example active
         * @enum {string}
         */
        UnitLifecycleStatus: "in_stock" | "active" | "suspended" | "faulty" | "decommissioned";
        /** @description A client by id and name. */
        ClientName: {
            /**
             * Format: int64
             * @description Identifies the client.
             * @example 1
             */
            id: Int64;
            /**
             * @description Name of the client.
             * @example Demo Client 1
             */
            name: string;
        };
        /** @description A SIM card. */
        SimCard: {
            /**
             * @description Card number, 18 to 22 digits.
             * @example 8999900000000000014
             */
            iccid: string;
            /**
             * @description Phone number, E.164.
             * @example +12025550100
             */
            msisdn: string | null;
            /**
             * @description Subscriber identity.
             * @example 001010000000001
             */
            imsi: string | null;
            /**
             * @description Mobile carrier.
             * @example Demo Mobile
             */
            carrier: string | null;
            /**
             * @description Access point name.
             * @example demo.apn
             */
            apn: string | null;
            /**
             * @description State of the card.
             *
             *     - `active`: in use
             *     - `suspended`: blocked by the carrier
             *     - `unknown`: not reported
             * @example active
             * @enum {string}
             */
            status: "active" | "suspended" | "unknown";
            /**
             * Format: date
             * @description Day of activation.
             * @example 2025-06-01
             */
            activated_on: string | null;
        };
        /** @description A tracking device. */
        Unit: {
            /**
             * Format: int64
             * @description Identifies the unit.
             * @example 1
             */
            id: Int64;
            /**
             * Format: int64
             * @description The client that the unit belongs to.
             * @example 1
             */
            client_id: Int64;
            client: components["schemas"]["ClientName"];
            /**
             * @description The partner above the client.
             * @example p-1
             */
            partner_id: string | null;
            /**
             * @description The agency above the client.
             * @example a-1
             */
            agency_id: string | null;
            /**
             * @description Identifier in a system of the integrator, unique per client.
             * @example erp-1001
             */
            external_id: string | null;
            /**
             * @description Display name of the unit.
             * @example Unit 001
             */
            name: string;
            /**
             * @description The identifier that the device sends.
             * @example 001017990000013
             */
            identifier: string;
            /**
             * @description What kind of identifier `identifier` is.
             *
             *     - `imei`: 15 digits, a mobile equipment identity
             *     - `meid`: a CDMA equipment identity
             *     - `serial`: a serial number of the manufacturer
             *     - `mac`: a hardware address
             *     - `custom`: any other
             * @example imei
             * @enum {string}
             */
            identifier_type: "imei" | "meid" | "serial" | "mac" | "custom";
            /**
             * @description Mobile equipment identity, 15 digits with a Luhn check digit.
             * @example 001017990000013
             */
            imei: string | null;
            /**
             * @description Serial number of the manufacturer.
             * @example SN-000001
             */
            serial_number: string | null;
            /**
             * @description The manufacturer of the device, in its own spelling.
             * @example Demo Devices
             */
            manufacturer: string | null;
            /**
             * @description Model of the device, as its manufacturer calls it.
             * @example DD-100
             */
            model: string | null;
            /**
             * @description Protocol that the device speaks.
             * @example dd1
             */
            protocol: string | null;
            /**
             * @description Version of the firmware.
             * @example 1.4.2
             */
            firmware_version: string | null;
            lifecycle_status: components["schemas"]["UnitLifecycleStatus"];
            /**
             * @description How recently the unit sent a message, at the time of the response.
             *
             *     - `never_connected`: no message yet
             *     - `online`: a message within 10 minutes
             *     - `idle`: a message within 24 hours
             *     - `offline`: no message for 24 hours
             * @example online
             * @enum {string}
             */
            connection_status: "never_connected" | "online" | "idle" | "offline";
            /**
             * Format: date-time
             * @description When the last message was received, UTC.
             * @example 2026-01-15T08:30:00.000Z
             */
            last_seen_at: string | null;
            /**
             * Format: date-time
             * @description When the last position was recorded, UTC.
             * @example 2026-01-15T08:30:00.000Z
             */
            last_position_at: string | null;
            /** @description The SIM card; null if there is none. */
            sim_card: components["schemas"]["SimCard"] | null;
            /**
             * Format: int32
             * @description Seconds between reports while moving.
             * @example 30
             */
            reporting_interval_moving_s: number | null;
            /**
             * Format: int32
             * @description Seconds between reports while parked.
             * @example 3600
             */
            reporting_interval_parked_s: number | null;
            /**
             * Format: int64
             * @description Odometer in metres.
             * @example 120345000
             */
            odometer_m: Int64 | null;
            /**
             * @description Where the odometer comes from.
             *
             *     - `gps`: distance between positions
             *     - `can`: vehicle bus
             *     - `obd`: diagnostic port
             *     - `manual`: entered by hand
             * @example gps
             * @enum {string|null}
             */
            odometer_source: "gps" | "can" | "obd" | "manual" | null;
            /**
             * Format: int64
             * @description Engine running time in seconds.
             * @example 3600000
             */
            engine_hours_s: Int64 | null;
            /**
             * @description Where the engine running time comes from.
             *
             *     - `gps`: time in motion
             *     - `can`: vehicle bus
             *     - `obd`: diagnostic port
             *     - `manual`: entered by hand
             * @example gps
             * @enum {string|null}
             */
            engine_hours_source: "gps" | "can" | "obd" | "manual" | null;
            /**
             * Format: date-time
             * @description When the unit was installed, UTC; null while it is not.
             * @example 2025-06-01T08:00:00.000Z
             */
            installed_at: string | null;
            /**
             * @description Who installed the unit.
             * @example Workshop 1
             */
            installed_by: string | null;
            /**
             * Format: date
             * @description Last day of the warranty.
             * @example 2027-06-01
             */
            warranty_expires_on: string | null;
            /**
             * Format: date
             * @description Last day of the subscription.
             * @example 2026-12-31
             */
            subscription_expires_on: string | null;
            /**
             * @description Custom attributes, at most 50.
             * @example {
             *       "depot": "north"
             *     }
             */
            attributes: {
                [key: string]: string | number | boolean;
            };
            /**
             * @description Free-text notes.
             * @example null
             */
            notes: string | null;
            /**
             * Format: int64
             * @description Incremented by every change of the record.
             * @example 1
             */
            version: Int64;
            /**
             * Format: date-time
             * @description When the unit was created, UTC.
             * @example 2026-01-15T08:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the unit was last changed, UTC.
             * @example 2026-01-15T08:30:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the unit was deleted, UTC; null while it is not.
             * @example null
             */
            deleted_at: string | null;
        };
        /** @description Paging metadata of a list. */
        Pagination: {
            /**
             * Format: int32
             * @description The page that was returned, 1-based.
             * @example 1
             */
            page: number;
            /**
             * Format: int32
             * @description Items per page, as requested or by default, even on a page that `limit` shortens. A page with fewer items is the last one.
             * @example 50
             */
            per_page: number;
            /**
             * Format: int64
             * @description The number of items overall.
             *
             *     It does not depend on `limit`.
             * @example 1
             */
            total: Int64;
        };
        /** @description The paged envelope of units. */
        UnitPage: {
            /** @description The units of the page, in the order of their ids. */
            data: components["schemas"]["Unit"][];
            notices?: components["schemas"]["Notices"];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The service is available. */
        Pong: {
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            pong: true;
            /**
             * @description Version of the contract that the service implements.
             * @example 1.0.0
             */
            version: string;
            /**
             * Format: date-time
             * @description Time of the service, UTC.
             * @example 2026-01-15T08:30:00.000Z
             */
            time: string;
        };
        /** @description The envelope of Pong. */
        PongEnvelope: {
            data: components["schemas"]["Pong"];
            notices?: components["schemas"]["Notices"];
        };
    };
    responses: never;
    parameters: {
        /**
         * @description Scopes the check to this partner.
         * @example p-1
         */
        CheckedPartnerId: string;
        /**
         * @description Scopes the check to this agency.
         * @example a-1
         */
        CheckedAgencyId: string;
        /**
         * @description Scopes the check to this client.
         * @example 1
         */
        CheckedClientId: Int64;
        /**
         * @description Page number to return, 1-based.
         *
         *     A page past the last one is empty and has the same `total`.
         * @example 1
         */
        Page: number;
        /**
         * @description Items per page.
         *
         *     A value above the maximum is refused with 422, never lowered silently.
         * @example 50
         */
        PerPage: number;
        /**
         * @description Maximum items to return.
         *
         *     Applies to the whole listing, over all of its pages: the listing ends with a short or an empty page, and `total` does
         *     not change. Without it there is no maximum.
         * @example 120
         */
        Limit: number;
        /**
         * @description Restricts the result to this partner. The caller's own scope applies as well.
         * @example p-1
         */
        PartnerId: string;
        /**
         * @description Restricts the result to this agency. The caller's own scope applies as well.
         * @example a-1
         */
        AgencyId: string;
        /**
         * @description Restricts the result to this client. The caller's own scope applies as well.
         * @example 1
         */
        ClientId: Int64;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Always `no-store` (RFC 9111 section 5.2.2.5); no cache may store the response.
         * @example no-store
         */
        CacheControl: "no-store";
        /**
         * @description Identifies the request in logs. The service uses the `X-Request-Id` of the request if it consists of 8 to 64 letters,
         *     digits, `-` or `_`; otherwise it generates one.
         * @example 01JD3K8Z5Y7Q2M4N6P8R0T1V3X
         */
        RequestId: string;
        /**
         * @description The new access token, in the form `bearer <ACCESS_TOKEN>`.
         * @example bearer <ACCESS_TOKEN>
         */
        LoginToken: components["schemas"]["BearerToken"];
        /**
         * @description The challenge of RFC 6750 section 3.
         * @example Bearer realm="fleet"
         */
        LoginChallenge: string;
        /**
         * @description How many whole seconds to wait before another attempt (RFC 9110 section 10.2.3).
         * @example 30
         */
        RetryAfter: number;
        /**
         * @description How many whole seconds to wait before another attempt (RFC 9110 section 10.2.3).
         * @example 1
         */
        RetryAfterOutage: number;
        /**
         * @description A newer access token, in the form `bearer <ACCESS_TOKEN>`. Replace the stored token with it and use it on all
         *     later requests. The superseded token stays valid for 7 days.
         *
         *     Present only if the service replaced the token that was sent.
         * @example bearer <ACCESS_TOKEN>
         */
        NewerToken: components["schemas"]["BearerToken"];
        /** @description The challenge of RFC 6750 section 3, with an error only if a token was sent. */
        TokenChallenge: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    authLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Username and password. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description Logged in. The token is in the `Authorization` header. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["LoginToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginEnvelope"];
                };
            };
            /** @description The request cannot be parsed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The username or the password is wrong. */
            401: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["LoginChallenge"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description The body is larger than the operation accepts, see `x-max-body-bytes` of the request body. The service does not read
             *     it to its end.
             */
            413: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request breaks the contract; the first 50 findings are listed. */
            422: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There were too many attempts; `Retry-After` says how long to wait. */
            429: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service failed. */
            500: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfterOutage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    authToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current token. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentTokenEnvelope"];
                };
            };
            /** @description The request cannot be parsed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no access token, or it is unknown, expired or revoked. */
            401: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["TokenChallenge"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request breaks the contract; the first 50 findings are listed. */
            422: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service failed. */
            500: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    "Retry-After": components["headers"]["RetryAfterOutage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    authRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The registration token.
                 *
                 *     It is sent in the registration message.
                 * @example <REGISTRATION_TOKEN>
                 */
                registration_token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The data of the registration. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationEnvelope"];
                };
            };
            /** @description The request cannot be parsed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such record. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token was used, was replaced or has expired. */
            410: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request breaks the contract; the first 50 findings are listed. */
            422: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service failed. */
            500: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    "Retry-After": components["headers"]["RetryAfterOutage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    authPermission: {
        parameters: {
            query?: {
                /**
                 * @description Scopes the check to this partner.
                 * @example p-1
                 */
                partner_id?: components["parameters"]["CheckedPartnerId"];
                /**
                 * @description Scopes the check to this agency.
                 * @example a-1
                 */
                agency_id?: components["parameters"]["CheckedAgencyId"];
                /**
                 * @description Scopes the check to this client.
                 * @example 1
                 */
                client_id?: components["parameters"]["CheckedClientId"];
            };
            header?: never;
            path: {
                /**
                 * @description Permission resource, as in the permissions of the User record.
                 * @example units
                 */
                resource: string;
                /**
                 * @description Action of the resource.
                 * @example view
                 */
                action: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the user has the permission. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionCheckEnvelope"];
                };
            };
            /** @description The request cannot be parsed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no access token, or it is unknown, expired or revoked. */
            401: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["TokenChallenge"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such permission resource or action. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request breaks the contract; the first 50 findings are listed. */
            422: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service failed. */
            500: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    "Retry-After": components["headers"]["RetryAfterOutage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    authLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogoutEnvelope"];
                };
            };
            /** @description The request cannot be parsed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no access token, or it is unknown, expired or revoked. */
            401: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["TokenChallenge"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request breaks the contract; the first 50 findings are listed. */
            422: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service failed. */
            500: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    "Retry-After": components["headers"]["RetryAfterOutage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    authPasswordResetRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The e-mail address. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetRequest"];
            };
        };
        responses: {
            /** @description The request was accepted. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordResetRequestEnvelope"];
                };
            };
            /** @description The request cannot be parsed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description The body is larger than the operation accepts, see `x-max-body-bytes` of the request body. The service does not read
             *     it to its end.
             */
            413: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request breaks the contract; the first 50 findings are listed. */
            422: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There were too many attempts; `Retry-After` says how long to wait. */
            429: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service failed. */
            500: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    "Retry-After": components["headers"]["RetryAfterOutage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    authPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The reset token and the new password. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            /** @description The password was changed. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordResetEnvelope"];
                };
            };
            /** @description The request cannot be parsed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such record. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token was used, was replaced or has expired. */
            410: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description The body is larger than the operation accepts, see `x-max-body-bytes` of the request body. The service does not read
             *     it to its end.
             */
            413: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request breaks the contract; the first 50 findings are listed. */
            422: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service failed. */
            500: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    "Retry-After": components["headers"]["RetryAfterOutage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    authRegisterComplete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The registration token and the data of the user. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationCompletion"];
            };
        };
        responses: {
            /** @description The user was created. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationCompletionEnvelope"];
                };
            };
            /** @description The request cannot be parsed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such record. */
            404: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The username, or the e-mail address of the registration, is taken. */
            409: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token was used, was replaced or has expired. */
            410: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description The body is larger than the operation accepts, see `x-max-body-bytes` of the request body. The service does not read
             *     it to its end.
             */
            413: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request breaks the contract; the first 50 findings are listed. */
            422: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service failed. */
            500: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    "Retry-After": components["headers"]["RetryAfterOutage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    authMonitorUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proof of identity. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonitorIdentityEnvelope"];
                };
            };
            /** @description The request cannot be parsed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no access token, or it is unknown, expired or revoked. */
            401: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["TokenChallenge"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request breaks the contract; the first 50 findings are listed. */
            422: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service failed. */
            500: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    "Retry-After": components["headers"]["RetryAfterOutage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unitsListing: {
        parameters: {
            query?: {
                /**
                 * @description Page number to return, 1-based.
                 *
                 *     A page past the last one is empty and has the same `total`.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description Items per page.
                 *
                 *     A value above the maximum is refused with 422, never lowered silently.
                 * @example 50
                 */
                per_page?: components["parameters"]["PerPage"];
                /**
                 * @description Maximum items to return.
                 *
                 *     Applies to the whole listing, over all of its pages: the listing ends with a short or an empty page, and `total` does
                 *     not change. Without it there is no maximum.
                 * @example 120
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Restricts the result to this partner. The caller's own scope applies as well.
                 * @example p-1
                 */
                partner_id?: components["parameters"]["PartnerId"];
                /**
                 * @description Restricts the result to this agency. The caller's own scope applies as well.
                 * @example a-1
                 */
                agency_id?: components["parameters"]["AgencyId"];
                /**
                 * @description Restricts the result to this client. The caller's own scope applies as well.
                 * @example 1
                 */
                client_id?: components["parameters"]["ClientId"];
                /**
                 * @description Only units in one of these states; separate several with commas.
                 * @example [
                 *       "active",
                 *       "suspended"
                 *     ]
                 */
                lifecycle_status?: components["schemas"]["UnitLifecycleStatus"][];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of units. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnitPage"];
                };
            };
            /** @description The request cannot be parsed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no access token, or it is unknown, expired or revoked. */
            401: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["TokenChallenge"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The user lacks the permission of the operation. */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request breaks the contract; the first 50 findings are listed. */
            422: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service failed. */
            500: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    "Retry-After": components["headers"]["RetryAfterOutage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testsPing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service is available. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PongEnvelope"];
                };
            };
            /** @description The request cannot be parsed. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request breaks the contract; the first 50 findings are listed. */
            422: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service failed. */
            500: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Authorization: components["headers"]["NewerToken"];
                    "Retry-After": components["headers"]["RetryAfterOutage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
