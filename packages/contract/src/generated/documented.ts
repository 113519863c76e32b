/**
 * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.
 * Contract SHA-256: 209e6db3ea0530def875495583b30206164d211f4e48eca434cd46cd563e4e21
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
         * @description Logs in with username and password. The new access token is in the `Authorization` response header, in the form
         *     `bearer <ACCESS_TOKEN>`; the body holds the User record. No bearer token is needed.
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
        LoginRequest: {
            username: string;
            password: string;
        };
        /** @description An access token in the form `bearer <ACCESS_TOKEN>`. */
        BearerToken: string;
        AccessLevel: {
            /** Format: int64 */
            level?: Int64;
            name?: string;
        };
        AccountType: {
            /** Format: int64 */
            id?: Int64;
            name?: string;
            description?: string;
            access_level?: components["schemas"]["AccessLevel"];
            product_code?: string | null;
            /** Format: date-time */
            created_at?: string;
            /** Format: date-time */
            updated_at?: string;
        };
        /** @description Connection settings for push channels. */
        PubSub: {
            enabled?: boolean;
            uuid?: string;
            /** @description A secret, shown as `<PUBLISH_KEY>`. */
            publish_key?: string;
            /** @description A secret, shown as `<SUBSCRIBE_KEY>`. */
            subscribe_key?: string;
            sub_channels?: string[];
        };
        /** @description The name `file_upload` is neutral and stands in for the name of a third-party file-upload provider. */
        FileUpload: {
            url?: string;
            /** @description A secret, shown as `<API_KEY>`. */
            api_key?: string;
        };
        MapVendorMaps: {
            api_url?: string;
            geocoding_url?: string;
            /** @description A secret, shown as `<API_KEY>`. */
            api_key?: string;
            client_id?: string;
        };
        /** @description The name `map_vendor` is neutral and stands in for the name of a third-party map provider. */
        MapVendor: {
            maps?: components["schemas"]["MapVendorMaps"];
        };
        /** @description Connection settings for push channels. */
        Sse: {
            url?: string;
            telemetry_url?: string;
            notify_url?: string;
        };
        UserPhotoUrls: {
            photo?: string;
            profile_large?: string;
            profile_medium?: string;
            profile_small?: string;
        };
        UserPartner: {
            id?: string | null;
            name?: string | null;
        };
        UserAgency: {
            id?: string | null;
            name?: string | null;
        };
        /** @description User preferences. Member names are exact. */
        Settings: {
            test?: string;
            theme?: string;
            appearance_theme?: string;
            appearance_density?: string;
            appearance_fontSize?: string;
            general_currency?: string;
            general_language?: string;
            general_timezone?: string;
            general_dateFormat?: string;
            general_timeFormat?: string;
            general_numberFormat?: string;
            vehicles_mapStyle?: string;
            vehicles_mapStyleDark?: string;
            vehicles_mapStyleLight?: string;
            vehicles_mapProvider?: string;
            vehicles_mapProviderDark?: string;
            vehicles_mapProviderLight?: string;
            vehicles_defaultMapType?: string;
            vehicles_speedUnit?: string;
            vehicles_distanceUnit?: string;
            /** @description The name is neutral and stands in for a member named after a provider. */
            mapvendor_map_type_id?: string;
            dashboard_defaultView?: string;
            reports_defaultFormat?: string;
            reports_defaultDateRange?: string;
            fleet_track_client_name?: string;
            default?: boolean;
            fleet_track_open?: boolean;
            vehicles_showLabels?: boolean;
            vehicles_showTraffic?: boolean;
            vehicles_showDriverInfo?: boolean;
            vehicles_showSpeedLimit?: boolean;
            vehicles_autoSelectClient?: boolean;
            dashboard_autoRefresh?: boolean;
            dashboard_showActiveTrips?: boolean;
            dashboard_showParkedVehicles?: boolean;
            reports_autoGenerate?: boolean;
            reports_includeCharts?: boolean;
            reports_includeDetails?: boolean;
            privacy_shareAnalytics?: boolean;
            privacy_shareUsageData?: boolean;
            privacy_rememberFilters?: boolean;
            privacy_rememberLastClient?: boolean;
            appearance_sidebarCollapsed?: boolean;
            appearance_animationsEnabled?: boolean;
            notifications_enabled?: boolean;
            notifications_autoMarkRead?: boolean;
            notifications_criticalOnly?: boolean;
            notifications_soundEnabled?: boolean;
            notifications_emailNotifications?: boolean;
            notifications_desktopNotifications?: boolean;
            /** Format: int64 */
            vehicles_defaultZoom?: Int64;
            /** Format: int64 */
            fleet_track_client_id?: Int64;
            /** Format: int64 */
            dashboard_itemsPerPage?: Int64;
            /** Format: int64 */
            dashboard_refreshInterval?: Int64;
            /** Format: int64 */
            general_firstDayOfWeek?: Int64;
            /** Format: int64 */
            privacy_sessionTimeout?: Int64;
            /** Format: int64 */
            notifications_refreshInterval?: Int64;
            someArray?: string[];
            someObject?: {
                data?: string;
            };
            /** @description Widgets; the shape of an item is unspecified. */
            dashboard_widgets?: unknown[];
            notifications_types?: {
                message?: boolean;
                success?: boolean;
                warning?: boolean;
                critical?: boolean;
            };
        };
        PermissionTitle: string;
        PermissionGrant: {
            title?: components["schemas"]["PermissionTitle"];
            allow?: boolean;
        };
        PermissionResource: {
            title?: components["schemas"]["PermissionTitle"];
            actions?: {
                [key: string]: components["schemas"]["PermissionGrant"];
            };
        };
        /**
         * @description The permissions of the user per resource: `permissions.<resource>.actions.<action>.allow` says whether the user
         *     may perform an action.
         */
        Permissions: {
            users?: {
                title?: components["schemas"]["PermissionTitle"];
                actions?: {
                    view?: components["schemas"]["PermissionGrant"];
                    create?: components["schemas"]["PermissionGrant"];
                    edit?: components["schemas"]["PermissionGrant"];
                    delete?: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            partners?: {
                title?: components["schemas"]["PermissionTitle"];
                actions?: {
                    view?: components["schemas"]["PermissionGrant"];
                    create?: components["schemas"]["PermissionGrant"];
                    edit?: components["schemas"]["PermissionGrant"];
                    delete?: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            agencies?: {
                title?: components["schemas"]["PermissionTitle"];
                actions?: {
                    view?: components["schemas"]["PermissionGrant"];
                    create?: components["schemas"]["PermissionGrant"];
                    edit?: components["schemas"]["PermissionGrant"];
                    delete?: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            clients?: {
                title?: components["schemas"]["PermissionTitle"];
                actions?: {
                    view?: components["schemas"]["PermissionGrant"];
                    create?: components["schemas"]["PermissionGrant"];
                    edit?: components["schemas"]["PermissionGrant"];
                    delete?: components["schemas"]["PermissionGrant"];
                    asset_transfer?: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            user_profile?: {
                title?: components["schemas"]["PermissionTitle"];
                actions?: {
                    view?: components["schemas"]["PermissionGrant"];
                    edit?: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            unit_groups?: {
                title?: components["schemas"]["PermissionTitle"];
                actions?: {
                    view?: components["schemas"]["PermissionGrant"];
                    create?: components["schemas"]["PermissionGrant"];
                    edit?: components["schemas"]["PermissionGrant"];
                    delete?: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            unit_commands?: {
                title?: components["schemas"]["PermissionTitle"];
                actions?: {
                    view?: components["schemas"]["PermissionGrant"];
                    create?: components["schemas"]["PermissionGrant"];
                    edit?: components["schemas"]["PermissionGrant"];
                    delete?: components["schemas"]["PermissionGrant"];
                    manage_permissions?: components["schemas"]["PermissionGrant"];
                    send_commands?: components["schemas"]["PermissionGrant"];
                    view_command_logs?: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            units?: {
                title?: components["schemas"]["PermissionTitle"];
                actions?: {
                    view?: components["schemas"]["PermissionGrant"];
                    create?: components["schemas"]["PermissionGrant"];
                    edit?: components["schemas"]["PermissionGrant"];
                    delete?: components["schemas"]["PermissionGrant"];
                    units_basic_edit?: components["schemas"]["PermissionGrant"];
                    units_technical?: components["schemas"]["PermissionGrant"];
                    unit_swapping?: components["schemas"]["PermissionGrant"];
                    assign_sim_cards?: components["schemas"]["PermissionGrant"];
                    units_transfer?: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            unit_cfg_templates?: {
                title?: components["schemas"]["PermissionTitle"];
                actions?: {
                    view?: components["schemas"]["PermissionGrant"];
                    create?: components["schemas"]["PermissionGrant"];
                    edit?: components["schemas"]["PermissionGrant"];
                    delete?: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            maps?: {
                title?: components["schemas"]["PermissionTitle"];
                actions?: {
                    map_safe_zones?: components["schemas"]["PermissionGrant"];
                    map_location_finding?: components["schemas"]["PermissionGrant"];
                    map_directions?: components["schemas"]["PermissionGrant"];
                    map_markers?: components["schemas"]["PermissionGrant"];
                    map_routing?: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            vehicles?: {
                title?: components["schemas"]["PermissionTitle"];
                actions?: {
                    view?: components["schemas"]["PermissionGrant"];
                    create?: components["schemas"]["PermissionGrant"];
                    vehicles_admin_edit?: components["schemas"]["PermissionGrant"];
                    vehicles_technical_edit?: components["schemas"]["PermissionGrant"];
                    vehicles_basic_edit?: components["schemas"]["PermissionGrant"];
                    delete?: components["schemas"]["PermissionGrant"];
                    assign_units?: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
            vehicle_groups?: {
                title?: components["schemas"]["PermissionTitle"];
                /** @description The actions of `vehicle_groups`: view, create, and possibly more. */
                actions?: {
                    view?: components["schemas"]["PermissionGrant"];
                    create?: components["schemas"]["PermissionGrant"];
                } & {
                    [key: string]: components["schemas"]["PermissionGrant"];
                };
            };
        } & {
            [key: string]: components["schemas"]["PermissionResource"];
        };
        /** @description The User record, returned in `data` by POST /auth/login. Field names are exact. */
        User: {
            /** Format: int64 */
            id?: Int64;
            account_type?: components["schemas"]["AccountType"];
            username?: string;
            email?: string;
            title?: string;
            first_name?: string;
            last_name?: string;
            full_name?: string;
            position?: string;
            /** Format: int64 */
            employee_no?: Int64;
            /** Format: int64 */
            cellphone?: Int64;
            /** Format: int64 */
            national_id?: Int64;
            /** @description Map from a timezone name to a string. */
            timezone?: {
                [key: string]: string;
            };
            /** @description Map from a country code to a string. */
            country?: {
                [key: string]: string;
            };
            /** @description Map from a language code to a string. */
            language?: {
                [key: string]: string;
            };
            logged_in?: boolean;
            ip?: string;
            /** Format: date-time */
            created_at?: string;
            /** Format: date-time */
            updated_at?: string;
            /** Format: date-time */
            accessed_at?: string;
            accessed_route?: string;
            pubsub?: components["schemas"]["PubSub"];
            file_upload?: components["schemas"]["FileUpload"];
            map_vendor?: components["schemas"]["MapVendor"];
            sse?: components["schemas"]["Sse"];
            user_photo_urls?: components["schemas"]["UserPhotoUrls"];
            partner?: components["schemas"]["UserPartner"];
            agency?: components["schemas"]["UserAgency"];
            /** @description Clients; the shape of an item is unspecified. */
            clients?: unknown[];
            settings?: components["schemas"]["Settings"];
            permissions?: components["schemas"]["Permissions"];
        };
        /** @description Informational messages about a successful operation. */
        Notices: string[];
        LoginEnvelope: {
            data: components["schemas"]["User"];
            notices?: components["schemas"]["Notices"];
        };
        CurrentToken: {
            token?: components["schemas"]["BearerToken"];
        };
        CurrentTokenEnvelope: {
            data: components["schemas"]["CurrentToken"];
            notices?: components["schemas"]["Notices"];
        };
        RegistrationEnvelope: {
            data: Record<string, unknown>;
            notices?: components["schemas"]["Notices"];
        };
        /** @description Paging metadata of a list. */
        Pagination: {
            page?: number;
            per_page?: number;
            /** @description The number of items overall. */
            total?: number;
        };
        UnitPage: {
            data: Record<string, unknown>[];
            notices?: components["schemas"]["Notices"];
            pagination: components["schemas"]["Pagination"];
        };
    };
    responses: never;
    parameters: {
        /** @description Scopes the check to this partner. */
        CheckedPartnerId: unknown;
        /** @description Scopes the check to this agency. */
        CheckedAgencyId: unknown;
        /** @description Scopes the check to this client. */
        CheckedClientId: unknown;
        /** @description Page number to return, 1-based. */
        Page: number;
        /** @description Items per page. */
        PerPage: number;
        /** @description Maximum items to return. */
        Limit: number;
    };
    requestBodies: never;
    headers: {
        /** @description The new access token, in the form `bearer <ACCESS_TOKEN>`. */
        LoginToken: components["schemas"]["BearerToken"];
        /**
         * @description A newer access token, in the form `bearer <ACCESS_TOKEN>`. Replace the stored token with it and use it on all
         *     later requests. The superseded token stays valid for 7 days.
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
            /** @description The current token. */
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
                /** @description The registration token. */
                registration_token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The data of the registration. */
            200: {
                headers: {
                    Authorization: components["headers"]["NewerToken"];
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
            /** @description Success. */
            200: {
                headers: {
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: Record<string, unknown> | unknown[];
                        notices?: components["schemas"]["Notices"];
                    };
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: Record<string, unknown> | unknown[];
                        notices?: components["schemas"]["Notices"];
                    };
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
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: Record<string, unknown> | unknown[];
                        notices?: components["schemas"]["Notices"];
                    };
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
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: Record<string, unknown> | unknown[];
                        notices?: components["schemas"]["Notices"];
                    };
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
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: Record<string, unknown> | unknown[];
                        notices?: components["schemas"]["Notices"];
                    };
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
            /** @description Success. */
            200: {
                headers: {
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: Record<string, unknown> | unknown[];
                        notices?: components["schemas"]["Notices"];
                    };
                };
            };
        };
    };
    unitsListing: {
        parameters: {
            query?: {
                /** @description Page number to return, 1-based. */
                page?: components["parameters"]["Page"];
                /** @description Items per page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Maximum items to return. */
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
            /** @description Success. */
            200: {
                headers: {
                    Authorization: components["headers"]["NewerToken"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: Record<string, unknown> | unknown[];
                        notices?: components["schemas"]["Notices"];
                    };
                };
            };
        };
    };
}
