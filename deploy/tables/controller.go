// A table controller. In: events {"type", "data"} by lines. Out: what the dealer sees.
// TABLES_URL=http://… TABLE_TOKEN=… go run controller.go JACKPOT TABLE FILE
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

type object = map[string]any

var (
	jackpot, table, file = os.Args[1], os.Args[2], os.Args[3]
	path                 = "/v1/tables/" + jackpot + "/" + table
	lock                 sync.Mutex
	kept                 struct {
		Next    int64
		Waiting []string
	}
	stops          = map[string]bool{}
	fault          any
	heardAt, since time.Time
)

func say(what object) { text, _ := json.Marshal(what); fmt.Println(string(text)) }

func ask(method, path, body string) (*http.Response, error) {
	request, _ := http.NewRequest(method, os.Getenv("TABLES_URL")+path, strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+os.Getenv("TABLE_TOKEN"))
	request.Header.Set("Content-Type", "application/cloudevents+json")
	request.Header.Set("Prefer", "wait=30")
	return http.DefaultClient.Do(request)
}

// On the disk before anything is sent, whole or not at all.
func keep() {
	text, _ := json.Marshal(kept)
	to, err := os.Create(file + ".new")
	if err == nil {
		_, err = to.Write(text)
	}
	if err == nil {
		err = to.Sync()
	}
	to.Close()
	if err == nil {
		err = os.Rename(file+".new", file)
	}
	if err != nil {
		panic(err)
	}
}

func whyClosed() string {
	waits := !since.IsZero() && time.Since(since) > 10*time.Second
	if heardAt.IsZero() || time.Since(heardAt) > 3*time.Second || fault != nil || waits {
		return "not-heard"
	}
	for why := range stops {
		return why
	}
	return ""
}

func hear(event string, data object) {
	lock.Lock()
	defer lock.Unlock()
	switch event {
	case "state":
		clear(stops)
		if data["suspended"] != nil {
			stops["suspended"] = true
		}
		if data["blocked"] == true {
			stops["blocked"] = true
		}
	case "suspended", "blocked":
		stops[event] = true
	case "resumed":
		delete(stops, "suspended")
	case "unblocked":
		delete(stops, "blocked")
	case "claim":
		say(object{"claim": data["id"], "states": data["states"]})
	}
	if event == "state" || event == "pulse" {
		heardAt, fault = time.Now(), data["fault"]
	}
}

func listen() {
	for ; ; time.Sleep(time.Second) {
		stream, err := ask("GET", path+"/stream", "")
		if err != nil {
			continue
		}
		event, lines := "", bufio.NewScanner(stream.Body)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			name, is := strings.CutPrefix(lines.Text(), "event: ")
			if is {
				event = name
			}
			var data object
			text, is := strings.CutPrefix(lines.Text(), "data: ")
			if is && json.Unmarshal([]byte(text), &data) == nil {
				hear(event, data)
			}
		}
		stream.Body.Close()
	}
}

// One after the other, and the same bytes again until it is known what became of them.
func send() {
	for ; ; time.Sleep(20 * time.Millisecond) {
		lock.Lock()
		if len(kept.Waiting) == 0 {
			lock.Unlock()
			continue
		}
		text := kept.Waiting[0]
		if since.IsZero() {
			since = time.Now()
		}
		lock.Unlock()
		var answer struct {
			Detail string
			Events []struct {
				Outcome string
				Refused any
			}
		}
		response, err := ask("POST", "/v1/events", text)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		json.NewDecoder(response.Body).Decode(&answer)
		response.Body.Close()
		said := object{"outcome": "refused", "refused": answer.Detail}
		if response.StatusCode != 400 && response.StatusCode != 413 {
			if len(answer.Events) == 0 || answer.Events[0].Outcome == "" {
				time.Sleep(time.Second)
				continue
			}
			said = object{"outcome": answer.Events[0].Outcome, "refused": answer.Events[0].Refused}
		}
		var event object
		json.Unmarshal([]byte(text), &event)
		lock.Lock()
		kept.Waiting, since = kept.Waiting[1:], time.Time{}
		keep()
		lock.Unlock()
		said["id"] = event["id"]
		say(said)
	}
}

// Above all that the table has used, whatever the clock here says.
func first() int64 {
	response, err := ask("GET", path, "")
	var state struct {
		AsOf     time.Time
		Sequence string
	}
	if err != nil || json.NewDecoder(response.Body).Decode(&state) != nil {
		panic("the gateway does not answer")
	}
	used, _ := strconv.ParseInt(state.Sequence, 10, 64)
	return max(state.AsOf.UnixMicro(), used+1000)
}

func main() {
	if text, err := os.ReadFile(file); err != nil {
		kept.Next = first()
	} else {
		json.Unmarshal(text, &kept)
	}
	go listen()
	go send()
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var event struct {
			Type string
			Data object
		}
		json.Unmarshal(lines.Bytes(), &event)
		lock.Lock()
		if why := whyClosed(); why != "" && event.Type == "bet.placed" {
			say(object{"outcome": "refused", "seat": event.Data["seat"], "refused": object{"reason": why, "chip": "give-back"}})
		} else {
			text, _ := json.Marshal(object{"specversion": "1.0", "id": fmt.Sprintf("%s/%d", table, kept.Next), "source": table,
				"subject": jackpot, "sequence": strconv.FormatInt(kept.Next, 10), "type": event.Type, "data": event.Data})
			kept.Waiting, kept.Next = append(kept.Waiting, string(text)), kept.Next+1
			keep()
		}
		lock.Unlock()
	}
}
