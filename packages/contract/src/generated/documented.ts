/**
 * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.
 * Contract SHA-256: 8054479bc618cf89ff19a66f1f7ac021a51ad6c28676781b655c1787615ce419
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
        LoginRequest: {
            username?: string;
            password?: string;
        };
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
        PubSub: {
            enabled?: boolean;
            uuid?: string;
            publish_key?: string;
            subscribe_key?: string;
            sub_channels?: string[];
        };
        FileUpload: {
            url?: string;
            api_key?: string;
        };
        MapVendorMaps: {
            api_url?: string;
            geocoding_url?: string;
            api_key?: string;
            client_id?: string;
        };
        MapVendor: {
            maps?: components["schemas"]["MapVendorMaps"];
        };
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
            timezone?: {
                [key: string]: string;
            };
            country?: {
                [key: string]: string;
            };
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
            clients?: unknown[];
            settings?: components["schemas"]["Settings"];
            permissions?: components["schemas"]["Permissions"];
        };
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
            data: Record<string, unknown> | unknown[];
            notices?: components["schemas"]["Notices"];
        };
        Pagination: {
            page?: number;
            per_page?: number;
            /** Format: int64 */
            total?: Int64;
        };
        UnitPage: {
            data: unknown[];
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
        /** @description The reset token and the new password. */
        requestBody: {
            content: {
                "application/json": unknown;
            };
        };
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
                "application/json": unknown;
            };
        };
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
}
