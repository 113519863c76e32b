/**
 * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.
 * Contract SHA-256: 3130b9db48ad9b8e2257fed3eb28933499230d8285e879bd998b74735361584b
 */

/** An integer of `format: int64`. The client refuses one that a number would round. */
export type Int64 = number;

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
         * @description Starts a session. The access token of the session comes in the `Authorization` response header; the body
         *     holds the User record. Several sessions of one user may live side by side.
         *     After 10 failures in a minute for the same address and username the answer is 429.
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
         * @description Returns the newest access token of the session, whichever valid token of the session was sent. A client that
         *     is unsure which of two tokens is newer asks here.
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
         * @description Returns the data of a previously submitted user registration that waits for completion. The token stays usable.
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
         * @description Says whether the logged-in user may perform an action. Without parameters the answer is about the user's own
         *     scope; with `partner_id`, `agency_id` or `client_id` it is about that part of the hierarchy. An action in a
         *     scope that is not the user's is answered with `allow: false`; a resource or action that does not exist is 404.
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
         * @description Ends the current session: every token of its chain stops working at once, superseded ones included.
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
         * @description Sends a single-use reset token to the e-mail address, valid for 30 minutes. The answer is the same whether a
         *     user has the address or not.
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
         * @description Sets a new password with the token of the reset message and ends every session of the user.
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
         * @description Creates the user of a registration with the token of the registration message. The token works once.
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
         * @description Authenticates the logged-in user with a third-party monitoring service by a signed proof of identity.
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
         * @description Returns the units in the caller's scope, ordered by id. Keep requesting pages until `total` units were
         *     retrieved, or until a page has fewer than `per_page` units.
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
         * @description Answers when the service and its database can be reached. Needs no access token.
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
            /** @description The name that the user logs in with. */
            username: string;
            /**
             * Format: password
             * @description The password.
             */
            password: string;
        };
        /**
         * Format: password
         * @description An access token with its scheme, in the form `bearer <ACCESS_TOKEN>`.
         */
        BearerToken: string;
        /** @description The level of access of an account type. */
        AccessLevel: {
            /**
             * Format: int64
             * @description The level as a number.
             */
            level: Int64;
            /** @description The level in a word. */
            name: string;
        };
        /** @description The kind of account that the user has. */
        AccountType: {
            /**
             * Format: int64
             * @description Identifies the account type.
             */
            id: Int64;
            /** @description Name of the account type. */
            name: string;
            /** @description Description of the account type. */
            description: string;
            access_level: components["schemas"]["AccessLevel"];
            /** @description Product code, if there is one. */
            product_code: string | null;
            /**
             * Format: date-time
             * @description When the account type was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the account type was last changed.
             */
            updated_at: string;
        };
        /** @description Connection settings of the publish-subscribe channel. */
        PubSub: {
            /** @description Whether the channel is in use. */
            enabled: boolean;
            /** @description Identifies the user on the channel. */
            uuid: string;
            /**
             * Format: password
             * @description Key to publish with.
             */
            publish_key: string;
            /**
             * Format: password
             * @description Key to subscribe with.
             */
            subscribe_key: string;
            /** @description Channels to subscribe to. */
            sub_channels: string[];
        };
        /** @description Connection settings of the file-upload provider. */
        FileUpload: {
            /** @description Address to upload to. */
            url: string;
            /**
             * Format: password
             * @description Key of the provider.
             */
            api_key: string;
        };
        /** @description Addresses and key of the map provider. */
        MapVendorMaps: {
            /** @description Address of the map API. */
            api_url: string;
            /** @description Address of the geocoding API. */
            geocoding_url: string;
            /**
             * Format: password
             * @description Key of the provider.
             */
            api_key: string;
            /** @description Client id at the provider. */
            client_id: string;
        };
        /** @description Connection settings of the map provider. */
        MapVendor: {
            maps: components["schemas"]["MapVendorMaps"];
        };
        /** @description Addresses of the server-sent event streams. */
        Sse: {
            /** @description Address of the general stream. */
            url: string;
            /** @description Address of the telemetry stream. */
            telemetry_url: string;
            /** @description Address of the notification stream. */
            notify_url: string;
        };
        /** @description Addresses of the photo of the user. */
        UserPhotoUrls: {
            /** @description The photo as uploaded. */
            photo: string;
            /** @description Large version. */
            profile_large: string;
            /** @description Medium version. */
            profile_medium: string;
            /** @description Small version. */
            profile_small: string;
        };
        /** @description The partner that the user belongs to. */
        UserPartner: {
            /** @description Identifies the partner; null if there is none. */
            id: string | null;
            /** @description Name of the partner. */
            name: string | null;
        };
        /** @description The agency that the user belongs to. */
        UserAgency: {
            /** @description Identifies the agency; null if there is none. */
            id: string | null;
            /** @description Name of the agency. */
            name: string | null;
        };
        /** @description User preferences. Member names and types are exact; their values belong to the application that keeps them. */
        Settings: {
            /** @description Preference without a group: test. */
            test: string;
            /** @description Preference without a group: theme. */
            theme: string;
            /** @description Appearance preference: theme. */
            appearance_theme: string;
            /** @description Appearance preference: density. */
            appearance_density: string;
            /** @description Appearance preference: font size. */
            appearance_fontSize: string;
            /** @description General preference: currency. */
            general_currency: string;
            /** @description General preference: language. */
            general_language: string;
            /** @description General preference: timezone. */
            general_timezone: string;
            /** @description General preference: date format. */
            general_dateFormat: string;
            /** @description General preference: time format. */
            general_timeFormat: string;
            /** @description General preference: number format. */
            general_numberFormat: string;
            /** @description Vehicles preference: map style. */
            vehicles_mapStyle: string;
            /** @description Vehicles preference: map style dark. */
            vehicles_mapStyleDark: string;
            /** @description Vehicles preference: map style light. */
            vehicles_mapStyleLight: string;
            /** @description Vehicles preference: map provider. */
            vehicles_mapProvider: string;
            /** @description Vehicles preference: map provider dark. */
            vehicles_mapProviderDark: string;
            /** @description Vehicles preference: map provider light. */
            vehicles_mapProviderLight: string;
            /** @description Vehicles preference: default map type. */
            vehicles_defaultMapType: string;
            /** @description Vehicles preference: speed unit. */
            vehicles_speedUnit: string;
            /** @description Vehicles preference: distance unit. */
            vehicles_distanceUnit: string;
            /** @description Mapvendor preference: map type id. */
            mapvendor_map_type_id: string;
            /** @description Dashboard preference: default view. */
            dashboard_defaultView: string;
            /** @description Reports preference: default format. */
            reports_defaultFormat: string;
            /** @description Reports preference: default date range. */
            reports_defaultDateRange: string;
            /** @description Fleet preference: track client name. */
            fleet_track_client_name: string;
            /** @description Preference without a group: default. */
            default: boolean;
            /** @description Fleet preference: track open. */
            fleet_track_open: boolean;
            /** @description Vehicles preference: show labels. */
            vehicles_showLabels: boolean;
            /** @description Vehicles preference: show traffic. */
            vehicles_showTraffic: boolean;
            /** @description Vehicles preference: show driver info. */
            vehicles_showDriverInfo: boolean;
            /** @description Vehicles preference: show speed limit. */
            vehicles_showSpeedLimit: boolean;
            /** @description Vehicles preference: auto select client. */
            vehicles_autoSelectClient: boolean;
            /** @description Dashboard preference: auto refresh. */
            dashboard_autoRefresh: boolean;
            /** @description Dashboard preference: show active trips. */
            dashboard_showActiveTrips: boolean;
            /** @description Dashboard preference: show parked vehicles. */
            dashboard_showParkedVehicles: boolean;
            /** @description Reports preference: auto generate. */
            reports_autoGenerate: boolean;
            /** @description Reports preference: include charts. */
            reports_includeCharts: boolean;
            /** @description Reports preference: include details. */
            reports_includeDetails: boolean;
            /** @description Privacy preference: share analytics. */
            privacy_shareAnalytics: boolean;
            /** @description Privacy preference: share usage data. */
            privacy_shareUsageData: boolean;
            /** @description Privacy preference: remember filters. */
            privacy_rememberFilters: boolean;
            /** @description Privacy preference: remember last client. */
            privacy_rememberLastClient: boolean;
            /** @description Appearance preference: sidebar collapsed. */
            appearance_sidebarCollapsed: boolean;
            /** @description Appearance preference: animations enabled. */
            appearance_animationsEnabled: boolean;
            /** @description Notifications preference: enabled. */
            notifications_enabled: boolean;
            /** @description Notifications preference: auto mark read. */
            notifications_autoMarkRead: boolean;
            /** @description Notifications preference: critical only. */
            notifications_criticalOnly: boolean;
            /** @description Notifications preference: sound enabled. */
            notifications_soundEnabled: boolean;
            /** @description Notifications preference: email notifications. */
            notifications_emailNotifications: boolean;
            /** @description Notifications preference: desktop notifications. */
            notifications_desktopNotifications: boolean;
            /**
             * Format: int64
             * @description Vehicles preference: default zoom.
             */
            vehicles_defaultZoom: Int64;
            /**
             * Format: int64
             * @description Fleet preference: track client id.
             */
            fleet_track_client_id: Int64;
            /**
             * Format: int64
             * @description Dashboard preference: items per page.
             */
            dashboard_itemsPerPage: Int64;
            /**
             * Format: int64
             * @description Dashboard preference: refresh interval.
             */
            dashboard_refreshInterval: Int64;
            /**
             * Format: int64
             * @description General preference: first day of week.
             */
            general_firstDayOfWeek: Int64;
            /**
             * Format: int64
             * @description Privacy preference: session timeout.
             */
            privacy_sessionTimeout: Int64;
            /**
             * Format: int64
             * @description Notifications preference: refresh interval.
             */
            notifications_refreshInterval: Int64;
            /** @description A list of strings. */
            someArray: string[];
            /** @description An object with one string. */
            someObject: {
                /** @description The string. */
                data: string;
            };
            /** @description Widgets of the dashboard. The shape of an item is not specified. */
            dashboard_widgets: unknown[];
            /** @description Which kinds of notifications the user wants. */
            notifications_types: {
                /** @description Messages. */
                message: boolean;
                /** @description Successes. */
                success: boolean;
                /** @description Warnings. */
                warning: boolean;
                /** @description Critical events. */
                critical: boolean;
            };
        };
        /** @description Name for people. */
        PermissionTitle: string;
        /** @description One action and whether the user may perform it. */
        PermissionGrant: {
            title: components["schemas"]["PermissionTitle"];
            /** @description Whether the user may perform the action. */
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
         * @description What the user may do, as `permissions.<resource>.actions.<action>.allow`. The list is open: accept resources
         *     and actions that are not named here.
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
                /** @description The actions of `vehicle_groups`. */
                actions: {
                    /** View vehicle groups */
                    view: components["schemas"]["PermissionGrant"];
                    /** Create vehicle groups */
                    create: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
        } & {
            [key: string]: components["schemas"]["PermissionResource"];
        };
        /** @description The logged-in user. Returned in `data` by POST /auth/login. */
        User: {
            /**
             * Format: int64
             * @description Identifies the user.
             */
            id: Int64;
            account_type: components["schemas"]["AccountType"];
            /** @description The name that the user logs in with. */
            username: string;
            /** @description E-mail address. */
            email: string;
            /** @description Form of address. */
            title: string;
            /** @description First name of the user. */
            first_name: string;
            /** @description Last name of the user. */
            last_name: string;
            /** @description First and last name. */
            full_name: string;
            /** @description Position in the organisation. */
            position: string;
            /**
             * Format: int64
             * @description Employee number.
             */
            employee_no: Int64;
            /**
             * Format: int64
             * @description Mobile phone number, digits only.
             */
            cellphone: Int64;
            /**
             * Format: int64
             * @description National identity number.
             */
            national_id: Int64;
            /** @description Map from a timezone name to a string. */
            timezone: {
                [key: string]: string;
            };
            /** @description Map from a country code to a string. */
            country: {
                [key: string]: string;
            };
            /** @description Map from a language code to a string. */
            language: {
                [key: string]: string;
            };
            /** @description Whether the user is logged in. */
            logged_in: boolean;
            /** @description Address of the last request. */
            ip: string;
            /**
             * Format: date-time
             * @description When the user was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the user was last changed.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the user last used the service.
             */
            accessed_at: string;
            /** @description Path of the last request. */
            accessed_route: string;
            pubsub: components["schemas"]["PubSub"];
            file_upload: components["schemas"]["FileUpload"];
            map_vendor: components["schemas"]["MapVendor"];
            sse: components["schemas"]["Sse"];
            user_photo_urls: components["schemas"]["UserPhotoUrls"];
            partner: components["schemas"]["UserPartner"];
            agency: components["schemas"]["UserAgency"];
            /** @description Clients of the user. The shape of an item is not specified. */
            clients: unknown[];
            settings: components["schemas"]["Settings"];
            permissions: components["schemas"]["Permissions"];
        };
        /** @description Informational messages about a successful operation. Ours have the form `code: text`. */
        Notices: string[];
        /** @description The envelope of User. */
        LoginEnvelope: {
            data: components["schemas"]["User"];
            notices?: components["schemas"]["Notices"];
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
        /** @description The envelope of Registration. */
        RegistrationEnvelope: {
            /** @description What is known of a user registration that waits for completion. */
            data: {
                [key: string]: unknown;
            };
            notices?: components["schemas"]["Notices"];
        };
        /** @description Where the returned page stands in the whole result. */
        Pagination: {
            /**
             * Format: int32
             * @description The page that was returned, 1-based.
             */
            page: number;
            /**
             * Format: int32
             * @description Items per page that the service applied. A page with fewer items is the last one.
             */
            per_page: number;
            /**
             * Format: int64
             * @description Number of items overall, capped by `limit` if that was given.
             */
            total: Int64;
        };
        /** @description The paged envelope of units. */
        UnitPage: {
            /** @description The units of the page, in the order of their ids. */
            data: {
                [key: string]: unknown;
            }[];
            notices?: components["schemas"]["Notices"];
            pagination: components["schemas"]["Pagination"];
        };
    };
    responses: never;
    parameters: {
        /** @description Scopes the check to this partner. */
        CheckedPartnerId: string;
        /** @description Scopes the check to this agency. */
        CheckedAgencyId: string;
        /** @description Scopes the check to this client. */
        CheckedClientId: Int64;
        /** @description Page number to return, 1-based. A page past the last one is empty and has the same `total`. */
        Page: number;
        /** @description Items per page. A larger value than the maximum is refused, never lowered in silence. */
        PerPage: number;
        /** @description Maximum items to return, counted over all pages of the listing. Without it there is no such maximum. */
        Limit: number;
    };
    requestBodies: never;
    headers: {
        /** @description The access token of the new session, in the form `bearer <ACCESS_TOKEN>`. */
        LoginToken: components["schemas"]["BearerToken"];
        /**
         * @description A newer access token, in the form `bearer <ACCESS_TOKEN>`. Present only when the service has rotated the
         *     token that was sent. Replace the stored token with it; the one that was sent stays valid for 7 days.
         */
        NewerToken: components["schemas"]["BearerToken"];
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
                    Authorization: components["headers"]["LoginToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginEnvelope"];
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
            /** @description The newest token of the session. */
            200: {
                headers: {
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentTokenEnvelope"];
                };
            };
        };
    };
    authRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the registration message. */
                registration_token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The registration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationEnvelope"];
                };
            };
        };
    };
    authPermission: {
        parameters: {
            query?: {
                /** @description Scopes the check to this partner. */
                partner_id?: components["parameters"]["CheckedPartnerId"];
                /** @description Scopes the check to this agency. */
                agency_id?: components["parameters"]["CheckedAgencyId"];
                /** @description Scopes the check to this client. */
                client_id?: components["parameters"]["CheckedClientId"];
            };
            header?: never;
            path: {
                /** @description Permission resource, as in the permissions of the User record. */
                resource: string;
                /** @description Action of the resource. */
                action: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content?: never;
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
                    [name: string]: unknown;
                };
                content?: never;
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
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Taken. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
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
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The password was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
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
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The user was created. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
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
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    unitsListing: {
        parameters: {
            query?: {
                /** @description Page number to return, 1-based. A page past the last one is empty and has the same `total`. */
                page?: components["parameters"]["Page"];
                /** @description Items per page. A larger value than the maximum is refused, never lowered in silence. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Maximum items to return, counted over all pages of the listing. Without it there is no such maximum. */
                limit?: components["parameters"]["Limit"];
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
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnitPage"];
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
            /** @description The service answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
