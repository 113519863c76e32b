-- Unit groups: a forest for each client, at most 5 levels deep, and which units are in which groups.
call create_groups('unit_group', 'unit');
