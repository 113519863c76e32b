-- Vehicle groups: a forest for each client, at most 5 levels deep, and which vehicles are in which groups.
call create_groups('vehicle_group', 'vehicle');
