{{/* Give each of these a dict of `root` (the chart's context) and `app` (jackpot, signs, tables or console). */}}

{{/* The table gateway is there where its tokens are, the control room where it has an address. */}}
{{- define "jackpot.apps" -}}
jackpot signs{{ if .Values.tables.tokensSecret.name }} tables{{ end }}{{ if .Values.console.origin }} console{{ end }}
{{- end }}

{{- define "jackpot.name" -}}
{{- printf "%s-%s" .root.Release.Name .app | trunc 63 | trimSuffix "-" -}}
{{- end }}

{{- define "jackpot.selector" -}}
app.kubernetes.io/name: progressive-jackpot
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .app }}
{{- end }}

{{- define "jackpot.labels" -}}
{{ include "jackpot.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "jackpot.port" -}}
{{- get (dict "jackpot" "3000" "signs" "3001" "tables" "3003" "console" "3002") .app -}}
{{- end }}

{{- define "jackpot.environment" -}}
{{- $values := .root.Values -}}
- { name: HOST, value: 0.0.0.0 }
- { name: PORT, value: {{ include "jackpot.port" . | quote }} }
- { name: LOG_LEVEL, value: {{ $values.logLevel }} }
- { name: TOPIC_PREFIX, value: {{ $values.topicPrefix | quote }} }
- { name: KAFKA_BROKERS, value: {{ $values.kafka.brokers | quote }} }
- { name: KAFKA_SSL, value: {{ $values.kafka.ssl | quote }} }
{{- with $values.kafka.sasl }}{{ if .mechanism }}
{{- $user := get . $.app }}
- { name: KAFKA_SASL_MECHANISM, value: {{ .mechanism }} }
- { name: KAFKA_SASL_USERNAME, value: {{ $user.username | quote }} }
- name: KAFKA_SASL_PASSWORD
  valueFrom: { secretKeyRef: {{ $user.passwordSecret | toJson }} }
{{- end }}{{ end }}
{{- if eq .app "jackpot" }}
- { name: KAFKA_GROUP_ID, value: {{ $values.kafka.groupId | quote }} }
- { name: COMMAND_ROOT, value: /keys/{{ $values.commandRoot.key }} }
{{- else if eq .app "tables" }}
- { name: TABLES_TOKENS, value: /tokens/{{ $values.tables.tokensSecret.key }} }
{{- else if eq .app "console" }}
- { name: CONSOLE_ORIGIN, value: {{ $values.console.origin | quote }} }
{{- with $values.console.prometheus }}
- { name: CONSOLE_PROMETHEUS, value: {{ . | quote }} }
{{- end }}
{{- else }}{{ with $values.signs }}
{{- if .file.configMap }}
- { name: SIGNS_FILE, value: /signs/{{ .file.key }} }
{{- end }}
{{- if .tokensSecret.name }}
- { name: SIGNS_TOKENS, value: /tokens/{{ .tokensSecret.key }} }
{{- end }}
{{- with .corsOrigins }}
- { name: CORS_ORIGINS, value: {{ . | quote }} }
{{- end }}
{{- if .mqtt.urlSecret.name }}
- name: MQTT_URL
  valueFrom: { secretKeyRef: {{ .mqtt.urlSecret | toJson }} }
- { name: MQTT_PREFIX, value: {{ .mqtt.prefix | quote }} }
{{- end }}
{{- end }}{{ end }}
- name: REDIS_URL
  valueFrom: { secretKeyRef: {{ get $values.redis (printf "%sUrlSecret" .app) | toJson }} }
{{- with $values.redis.sentinels }}
- { name: REDIS_SENTINELS, value: {{ . | quote }} }
- { name: REDIS_SENTINEL_MASTER, value: {{ $values.redis.sentinelMaster | quote }} }
{{- end }}
{{- with $values.redis.clusterNodes }}
- { name: REDIS_CLUSTER_NODES, value: {{ . | quote }} }
{{- end }}
{{- if $values.caSecret.name }}
- { name: NODE_EXTRA_CA_CERTS, value: /ca/{{ $values.caSecret.key }} }
{{- end }}
{{- with (get $values .app).extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}
