"""Tells Home Assistant about the tables, so that lamps can flash at the crow: its discovery messages."""

import json
from collections.abc import Mapping
from typing import Any

from companion.night.topics import Topics

AT = "homeassistant"
CROWED = "{{ 'crow' if value_json.body.told | default([]) | selectattr('mood', 'eq', 'call') | list else '' }}"
OVER = "{{ 'over' if value_json.body.what == 'ended' and value_json.body.winners else '' }}"
ONLINE = "{{ 'ON' if value_json.body.online else 'OFF' }}"
ASKS = "{{ 'ON' if value_json.body.asks else 'OFF' }}"
GAME = "{{ value_json.body.title if value_json.body.game else 'free' }}"
SCORES = "{{ {'players': value_json.body.scores | default({}), 'next': value_json.body.next | default('')} | tojson }}"


def messages(topics: Topics, tables: Mapping[str, str]) -> dict[str, bytes]:
    """Topic -> what to retain there, for every table by its name."""
    found: dict[str, bytes] = {}
    for table, name in tables.items():
        node = f"{topics.prefix}_{table}".replace("-", "_")
        device = {"identifiers": [node], "name": name, "manufacturer": "Cockadoodle", "model": "game table"}
        sensor: dict[str, dict[str, Any]] = {
            "binary_sensor/online": {
                "name": "online",
                "device_class": "connectivity",
                "state_topic": topics.of(table, "online"),
                "value_template": ONLINE,
            },
            "binary_sensor/asks": {
                "name": "needs somebody",
                "device_class": "problem",
                "state_topic": topics.of(table, "state"),
                "value_template": ASKS,
            },
            "sensor/game": {
                "name": "game",
                "icon": "mdi:dice-multiple",
                "state_topic": topics.of(table, "state"),
                "value_template": GAME,
                "json_attributes_topic": topics.of(table, "state"),
                "json_attributes_template": SCORES,
            },
        }
        for kind, template in (("crow", CROWED), ("over", OVER)):
            sensor[f"device_automation/{kind}"] = {
                "automation_type": "trigger",
                "topic": topics.of(table, "event"),
                "type": kind,
                "subtype": "table",
                "payload": kind,
                "value_template": template,
            }
        for place, config in sensor.items():
            component, _, which = place.partition("/")
            own = {} if component == "device_automation" else {"unique_id": f"{node}_{which}"}
            found[f"{AT}/{component}/{node}/{which}/config"] = json.dumps({**config, **own, "device": device}).encode()
    return found
